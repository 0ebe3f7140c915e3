// What answers from elsewhere, another community's or a file's, change in a community.

import { type AnswerContent, differences } from "./history/labels";

/** An answer as it would be, and as it is; nothing where it would be new. */
export type ProposedChange = {
  id: string;
  after: AnswerContent;
  before: AnswerContent | undefined;
};

/** What differs, field by field. The question heads it, unless that differs itself. */
function ChangedFields({ after, before }: ProposedChange) {
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
export function ProposedChanges({
  changes,
  stay = [],
}: {
  changes: ProposedChange[];
  stay?: ProposedChange[];
}) {
  return (
    <ul className="stack">
      {changes.map((change) => (
        <li key={change.id} className="stack stack--tight">
          <span className="strong">
            {change.after.question}
            {change.before ? null : <span className="caption"> New</span>}
          </span>
          <ChangedFields {...change} />
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

type ChangeCounts = { fresh: number; differing: number; same: number };

/** "3 new, 1 differs, 2 already there". */
export function countsLabel({ fresh, differing, same }: ChangeCounts): string {
  const words = [];
  if (fresh > 0) words.push(`${fresh} new`);
  if (differing > 0) words.push(`${differing} ${differing === 1 ? "differs" : "differ"}`);
  if (same > 0) words.push(`${same} already there`);
  return words.join(", ");
}
