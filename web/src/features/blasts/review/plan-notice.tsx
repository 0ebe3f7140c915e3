import type { ReviewBlastResponse } from "../../../gen/parlor/v1/blast_service_pb";
import { planReviewLabels as labels } from "./labels";
import { Notice } from "./notice";

/** Maximum communities whose numbers are shown. */
const maxShown = 3;

/** What the blast does to the text plans of communities. It never blocks sending. */
export function PlanNotice({ planUsages: usages }: Pick<ReviewBlastResponse, "planUsages">) {
  if (usages.length === 0) return null;
  const isReached = usages.some(
    ({ usedSegments, blastSegments, includedSegments }) =>
      usedSegments + blastSegments >= includedSegments,
  );
  const sentences = usages.slice(0, maxShown).map(labels.usage);
  const others = usages.length - sentences.length;
  return (
    <Notice
      tone="warning"
      icon="chart"
      title={isReached ? labels.reached : labels.near}
      text={[...sentences, ...(others > 0 ? [labels.others(others)] : [])].join(" ")}
    />
  );
}
