import type { ReactNode } from "react";
import { coverageLabel, type Topic } from "../answer-rules";
import type { KnowledgeUrlState } from "./url-state";

type Props = {
  topics: readonly Topic[];
  /** Totals over all topics. */
  total: Topic;
  /** Number of unanswered questions. Unset while unknown. */
  unansweredCount: number | undefined;
  /** Number of answers that have expired or expire soon. */
  expiringCount: number;
  urlState: KnowledgeUrlState;
  onChoose: (
    urlState: Pick<KnowledgeUrlState, "topic" | "unansweredOnly" | "expiringOnly">,
  ) => void;
};

type NavEntryProps = { current: boolean; onChoose: () => void; children: ReactNode };

function NavEntry({ current, onChoose, children }: NavEntryProps) {
  return (
    <button
      type="button"
      className="topic"
      aria-current={current ? "true" : undefined}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

/** Navigation by topic, with the coverage of each topic and the number of unanswered questions. */
export function TopicNav({
  topics,
  total,
  unansweredCount,
  expiringCount,
  urlState,
  onChoose,
}: Props) {
  const ofTopic = ({ name, ...counts }: Topic) => (
    <NavEntry
      key={name}
      current={name === urlState.topic && !urlState.unansweredOnly && !urlState.expiringOnly}
      onChoose={() => onChoose({ topic: name, unansweredOnly: false, expiringOnly: false })}
    >
      <span className="truncate" title={name}>
        {name || "All topics"}
      </span>
      <span className="topic__count">{coverageLabel(counts)}</span>
    </NavEntry>
  );
  return (
    <nav className="topics" aria-label="Topics">
      <p className="topics__title">Topics</p>
      {ofTopic(total)}
      {unansweredCount ? (
        <NavEntry
          current={urlState.unansweredOnly}
          onChoose={() => onChoose({ topic: "", unansweredOnly: true, expiringOnly: false })}
        >
          Unanswered questions
          <span className="topic__count topic__count--gap">{unansweredCount}</span>
        </NavEntry>
      ) : null}
      {expiringCount > 0 || urlState.expiringOnly ? (
        <NavEntry
          current={urlState.expiringOnly}
          onChoose={() => onChoose({ topic: "", unansweredOnly: false, expiringOnly: true })}
        >
          Expired or expiring soon
          <span className="topic__count topic__count--gap">{expiringCount}</span>
        </NavEntry>
      ) : null}
      {topics.map(ofTopic)}
    </nav>
  );
}
