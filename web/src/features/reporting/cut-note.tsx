import { labels } from "./labels";

/** Number of communities, and of users, that a report lists at most. */
const most = 200;

/** Below a ranking that may leave out the rest. */
export function CutNote({ rows }: { rows: readonly unknown[] }) {
  if (rows.length < most) return null;
  return <p className="panel__body caption">{labels.onlyFirst(most)}</p>;
}
