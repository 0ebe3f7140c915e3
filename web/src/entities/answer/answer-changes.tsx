// Shows changes to answers that come from another community or a file.

import { showDirectionMarks } from "../../lib/direction-marks";
import { changesLabels } from "./changes-labels";
import { type AnswerContent, differences } from "./history/labels";
import { fieldLabels } from "./labels";

/** An answer after and before a change. `before` is unset for a new answer. */
export type ProposedChange = {
  id: string;
  after: AnswerContent;
  before: AnswerContent | undefined;
};

/** Lists the changed fields. The question is the heading, unless it changes itself. */
function ChangedFields({ after, before }: ProposedChange) {
  return differences(after, before)
    .filter(({ name }) => before || name === fieldLabels.answer)
    .map(({ name, before: was, after: is }) => (
      <span key={name} className="stack stack--tight">
        {name === fieldLabels.answer ? null : <span className="caption">{name}</span>}
        {was ? <del>{showDirectionMarks(was)}</del> : null}
        <ins>{showDirectionMarks(is) || changesLabels.none}</ins>
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
            {change.before ? null : <span className="caption"> {changesLabels.added}</span>}
          </span>
          <ChangedFields {...change} />
        </li>
      ))}
      {stay.map(({ id, after, before }) => (
        <li key={id} className="stack stack--tight">
          <span className="strong">{showDirectionMarks(after.question)}</span>
          <span>{changesLabels.unchanged(showDirectionMarks(before?.answer ?? ""))}</span>
        </li>
      ))}
    </ul>
  );
}

type ChangeCounts = { added: number; differing: number; same: number };

/** "3 new, 1 differs, 2 already there". */
export function countsLabel({ added, differing, same }: ChangeCounts): string {
  const words = [];
  if (added > 0) words.push(changesLabels.addedCount(added));
  if (differing > 0) words.push(changesLabels.differingCount(differing));
  if (same > 0) words.push(changesLabels.sameCount(same));
  return words.join(", ");
}
