import type { ReactNode } from "react";
import { coverage, type Topic } from "./rules";
import type { Place } from "./use-place";

type Props = {
  topics: readonly Topic[];
  /** All of them together. */
  total: Topic;
  /** How many questions were asked in vain; unset where that is not known. */
  inVain: number | undefined;
  /** How many hold no longer, or not for long. */
  lapsing: number;
  place: Place;
  onChoose: (place: Pick<Place, "topic" | "inVain" | "lapsing">) => void;
};

type EntryProps = { current: boolean; onChoose: () => void; children: ReactNode };

function Entry({ current, onChoose, children }: EntryProps) {
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

/** The topics of a knowledge base, how much of each is answered, and what was asked in vain. */
export function Topics({ topics, total, inVain, lapsing, place, onChoose }: Props) {
  const ofTopic = ({ name, ...counts }: Topic) => (
    <Entry
      key={name}
      current={name === place.topic && !place.inVain && !place.lapsing}
      onChoose={() => onChoose({ topic: name, inVain: false, lapsing: false })}
    >
      <span className="truncate" title={name}>
        {name || "All topics"}
      </span>
      <span className="topic__count">{coverage(counts)}</span>
    </Entry>
  );
  return (
    <nav className="topics" aria-label="Topics">
      <p className="topics__title">Topics</p>
      {ofTopic(total)}
      {inVain ? (
        <Entry
          current={place.inVain}
          onChoose={() => onChoose({ topic: "", inVain: true, lapsing: false })}
        >
          Asked in vain
          <span className="topic__count topic__count--gap">{inVain}</span>
        </Entry>
      ) : null}
      {lapsing > 0 || place.lapsing ? (
        <Entry
          current={place.lapsing}
          onChoose={() => onChoose({ topic: "", inVain: false, lapsing: true })}
        >
          Expired or soon
          <span className="topic__count topic__count--gap">{lapsing}</span>
        </Entry>
      ) : null}
      {topics.map(ofTopic)}
    </nav>
  );
}
