import type { CSSProperties } from "react";
import type { BlastCounts } from "../../gen/parlor/v1/blast_pb";
import { labels } from "./labels";

/** Number of recipients for whom sending was attempted. */
export function processedCount({ recipients, pending, canceled }: BlastCounts): number {
  return Math.max(0, recipients - pending - canceled);
}

/** "120 of 298" with a progress bar. */
export function Progress({ counts }: { counts: BlastCounts }) {
  const { recipients } = counts;
  const done = processedCount(counts);
  const share = recipients > 0 ? (done / recipients) * 100 : 0;
  return (
    <span className="blasts__progress">
      <span className="small">{labels.sentOf(done, recipients)}</span>
      <span
        className="meter"
        role="progressbar"
        aria-label={labels.sent}
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={recipients}
      >
        <span className="meter__fill" style={{ "--share": `${share}%` } as CSSProperties} />
      </span>
    </span>
  );
}
