import type { Topic } from "./rules";

type Props = {
  topics: readonly Topic[];
  total: number;
  /** The topic that is shown; empty for all. */
  chosen: string;
  onChoose: (topic: string) => void;
};

/** The topics of a knowledge base, and how many answers each has. */
export function Topics({ topics, total, chosen, onChoose }: Props) {
  const all = { name: "", count: total };
  return (
    <nav className="topics" aria-label="Topics">
      <p className="topics__title">Topics</p>
      {[all, ...topics].map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className="topic"
          aria-current={name === chosen ? "true" : undefined}
          onClick={() => onChoose(name)}
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
