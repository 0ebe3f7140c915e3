import { useQuery } from "@connectrpc/connect-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { labels } from "./labels";

/** Share of answered questions below which the bar warns. */
const lowShare = 0.7;
/** Time for which a coverage stays fresh, in milliseconds. */
const freshTime = 5 * 60_000;

/** Returns whether the element has come into view once. */
function useSeen(): [React.RefObject<HTMLSpanElement | null>, boolean] {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (seen || !place.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) setSeen(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen]);
  return [place, seen];
}

/** Share of a community's questions that have an answer. Loads when the row scrolls into view. */
export function CommunityCoverage({ communityId }: { communityId: string }) {
  const [place, seen] = useSeen();
  const { data, isError } = useQuery(
    KnowledgeService.method.getCoverage,
    { communityId },
    { enabled: seen, staleTime: freshTime },
  );
  if (isError) return <span className="tertiary">{labels.noCoverage}</span>;
  if (!data) return <span ref={place} className="tertiary" aria-busy={seen || undefined} />;
  if (data.answered === 0) return <span className="tertiary">{labels.noAnswersYet}</span>;
  const share = data.answered / data.total;
  const percent = `${Math.round(share * 100)}%`;
  const fill = share < lowShare ? "meter__fill meter__fill--warning" : "meter__fill";
  return (
    <span className="coverage">
      <span className="meter" aria-hidden="true">
        <span className={fill} style={{ "--share": percent } as CSSProperties} />
      </span>
      {percent}
    </span>
  );
}
