// Shows changes to answers that come from another community or a file.

import { showDirectionMarks } from "../../lib/direction-marks";
import { type AnswerContent, differences } from "./history/labels";
import { labels } from "./labels";

/** An answer after and before a change. `before` is unset for a new answer. */
export type ProposedChange = {
  id: string;
  after: AnswerContent;
  before: AnswerContent | undefined;
};

/** Lists the changed fields. The question is the heading, unless it changes itself. */
function ChangedFields({ after, before }: ProposedChange) {
  return differences(after, before)
    .filter(({ name }) => before || name === "Answer")
    .map(({ name, before: was, after: is }) => (
      <span key={name} className="stack stack--tight">
        {name === "Answer" ? null : <span className="caption">{name}</span>}
        {was ? <del>{showDirectionMarks(was)}</del> : null}
        <ins>{showDirectionMarks(is) || labels.none}</ins>
      </span>
    ));
}

/** Lists the changes by question. */
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
            {showDirectionMarks(change.after.question)}
            {change.before ? null : <span className="caption"> {labels.new}</span>}
          </span>
          <ChangedFields {...change} />
        </li>
      ))}
      {stay.map(({ id, after, before }) => (
        <li key={id} className="stack stack--tight">
          <span className="strong">{showDirectionMarks(after.question)}</span>
          <span>{labels.stays(showDirectionMarks(before?.answer ?? ""))}</span>
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
