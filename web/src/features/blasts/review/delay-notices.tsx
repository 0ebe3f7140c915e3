import { BlastDelay } from "../../../gen/parlor/v1/blast_pb";
import { Button } from "../../../ui";
import { Sheet } from "../../../ui/table";
import type { Draft } from "../draft/use-draft";
import { peopleLabel, timeLabel } from "../labels";
import { delayLabel } from "../recipient-labels";
import { RecipientsTable } from "../recipients-table";
import { noFilter } from "../url-state";
import { recipientReviewLabels as labels } from "./labels";
import { Notice } from "./notice";
import type { StartReview } from "./use-start-review";

export type DelayProps = StartReview & {
  draft: Draft;
  /** The delay whose recipients are listed. */
  delay: BlastDelay;
  onDelay: (delay: BlastDelay) => void;
};

/** Who would get the text later, and why. */
export function DelayNotices({ draft, review, startsAtLocal, delay, onDelay }: DelayProps) {
  const { heldCount, heldUntil, cappedCount, cappedUntil } = review;
  const start = startsAtLocal ? labels.withStart : labels.sentNow;
  const showButton = (shown: BlastDelay) => (
    <Button
      variant="link"
      size="small"
      aria-label={labels.showPeople(delayLabel(shown).label)}
      onPress={() => onDelay(shown)}
    >
      {labels.columns.show}
    </Button>
  );
  return (
    <>
      {heldCount > 0 && heldUntil ? (
        <Notice
          tone="info"
          icon="clock"
          title={labels.delayedUntil(peopleLabel(heldCount), timeLabel(heldUntil), start)}
          text={delayLabel(BlastDelay.QUIET_HOURS).text}
          action={showButton(BlastDelay.QUIET_HOURS)}
        />
      ) : null}
      {cappedCount > 0 && cappedUntil ? (
        <Notice
          tone="warning"
          icon="clock"
          title={labels.delayedToLaterDay(peopleLabel(cappedCount), start)}
          text={labels.laterDayHint(
            delayLabel(BlastDelay.DAILY_LIMIT).text,
            timeLabel(cappedUntil),
          )}
          action={showButton(BlastDelay.DAILY_LIMIT)}
        />
      ) : null}
      {delay ? (
        <Sheet
          title={delayLabel(delay).label}
          about={delayLabel(delay).text}
          onClose={() => onDelay(BlastDelay.UNSPECIFIED)}
        >
          <RecipientsTable id={draft.saved.id} filter={{ ...noFilter, delay, startsAtLocal }} />
        </Sheet>
      ) : null}
    </>
  );
}
