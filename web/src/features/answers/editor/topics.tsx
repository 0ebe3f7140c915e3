import type { Topic } from "./rules";
import type { Place } from "./use-place";

type Props = {
  topics: readonly Topic[];
  total: number;
  /** How many questions were asked in vain; unset where that is not known. */
  inVain: number | undefined;
  place: Place;
  onChoose: (place: Pick<Place, "topic" | "inVain">) => void;
};

/** The topics of a knowledge base, and how many answers each has. */
export function Topics({ topics, total, inVain, place, onChoose }: Props) {
  const all = { name: "", count: total };
  return (
    <nav className="topics" aria-label="Topics">
      <p className="topics__title">Topics</p>
      {inVain ? (
        <button
          type="button"
          className="topic"
          aria-current={place.inVain ? "true" : undefined}
          onClick={() => onChoose({ topic: "", inVain: true })}
        >
          Asked in vain
          <span className="topic__count topic__count--gap">{inVain}</span>
        </button>
      ) : null}
      {[all, ...topics].map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className="topic"
          aria-current={name === place.topic && !place.inVain ? "true" : undefined}
          onClick={() => onChoose({ topic: name, inVain: false })}
        >
          <span className="truncate" title={name}>
            {name || "All topics"}
          </span>
          <span className="topic__count">{count}</span>
        </button>
      ))}
    </nav>
  );
}
