import { Skeleton } from "../../../ui";
import { type ProposedChange, ProposedChanges } from "../../answer/answer-changes";
import { type CopyPlan, type CopyStep, planLabel } from "./copy-plan";
import { dialogLabels } from "./dialog-labels";

type Props = {
  label: string;
  /** Unset while the community's answers load. */
  plan: CopyPlan | undefined;
  /** The community's answers couldn't be loaded. */
  failed: boolean;
  /** Different answers are replaced. */
  replace: boolean;
};

/** Copying to an existing answer changes its answer, category and source only. */
function toProposedChange({ mine, theirs }: CopyStep): ProposedChange {
  const { category, answer, source } = mine;
  const after = theirs ? { ...theirs, category, answer, source } : mine;
  return { id: mine.id, after, before: theirs?.answer ? theirs : undefined };
}

/** Previews what copying changes in one community, question by question. */
export function CopyPreview({ label, plan, failed, replace }: Props) {
  if (failed) {
    return (
      <p className="small" role="alert">
        <strong>{label}</strong>: {dialogLabels.communityFailed}
      </p>
    );
  }
  if (!plan) {
    return (
      <div aria-busy="true">
        <Skeleton wide="60%" />
      </div>
    );
  }
  const words = planLabel(plan);
  if (plan.added.length + plan.differing.length === 0) {
    return (
      <p className="small">
        <strong>{label}</strong>: {words}
      </p>
    );
  }
  const [added, differing] = [
    plan.added.map(toProposedChange),
    plan.differing.map(toProposedChange),
  ];
  return (
    <details className="small copy__plan changes">
      <summary>
        <strong>{label}</strong>: {words}
      </summary>
      <ProposedChanges
        changes={replace ? [...added, ...differing] : added}
        stay={replace ? [] : differing}
      />
    </details>
  );
}
