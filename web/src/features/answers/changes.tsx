// What answers from elsewhere, another community's or a file's, change in a community.

import { differences, type Words } from "./history/words";

/** An answer as it would be, and as it is; nothing where it would be new. */
export type Change = { id: string; after: Words; before: Words | undefined };

/** What differs, field by field. The question heads it, unless that differs itself. */
function Fields({ after, before }: Change) {
  return differences(after, before)
    .filter(({ name }) => before || name === "Answer")
    .map(({ name, before: was, after: is }) => (
      <span key={name} className="stack stack--tight">
        {name === "Answer" ? null : <span className="caption">{name}</span>}
        {was ? <del>{was}</del> : null}
        <ins>{is || "None"}</ins>
      </span>
    ));
}

/** Question by question; those that stay are shown as they are. */
export function Changes({ changes, stay = [] }: { changes: Change[]; stay?: Change[] }) {
  return (
    <ul className="stack">
      {changes.map((change) => (
        <li key={change.id} className="stack stack--tight">
          <span className="strong">
            {change.after.question}
            {change.before ? null : <span className="caption"> New</span>}
          </span>
          <Fields {...change} />
        </li>
      ))}
      {stay.map(({ id, after, before }) => (
        <li key={id} className="stack stack--tight">
          <span className="strong">{after.question}</span>
          <span>Stays: {before?.answer}</span>
        </li>
      ))}
    </ul>
  );
}

type Sums = { fresh: number; differing: number; same: number };

/** "3 new, 1 differs, 2 already there". */
export function sumWords({ fresh, differing, same }: Sums): string {
  const words = [];
  if (fresh > 0) words.push(`${fresh} new`);
  if (differing > 0) words.push(`${differing} ${differing === 1 ? "differs" : "differ"}`);
  if (same > 0) words.push(`${same} already there`);
  return words.join(", ");
}
