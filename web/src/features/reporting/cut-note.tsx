import { labels } from "./labels";

/** Number of communities, and of users, that a report lists at most. */
const most = 200;

/** The note below a ranking that is cut off at the maximum. */
export function CutNote({ rows }: { rows: readonly unknown[] }) {
  if (rows.length < most) return null;
  return <p className="panel__body caption">{labels.onlyFirst(most)}</p>;
}
