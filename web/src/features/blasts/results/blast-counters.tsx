import { type Blast, type BlastCounts, BlastOutcome } from "../../../gen/parlor/v1/blast_pb";
import { formatNumber } from "../../../lib/format-number";
import { labels } from "../labels";
import { Progress } from "../progress";
import { outcomeLabel, recipientLabels } from "../recipient-labels";
import { noFilter, type RecipientFilter } from "../url-state";

type Props = {
  blast: Blast;
  filter: RecipientFilter;
  onFilter: (filter: RecipientFilter) => void;
};

type Counter = { outcome: BlastOutcome; value: number };

/** Outcomes in chronological order. Rare ones are hidden while they are zero. */
function outcomeCounters(counts: BlastCounts, blast: Blast): Counter[] {
  const { replyCount, asksConsent, optInCount } = blast;
  const rare = [
    { outcome: BlastOutcome.UNKNOWN, value: counts.unknown },
    { outcome: BlastOutcome.CANCELED, value: counts.canceled },
  ];
  return [
    { outcome: BlastOutcome.PENDING, value: counts.pending },
    { outcome: BlastOutcome.SENT, value: counts.sent },
    { outcome: BlastOutcome.DELIVERED, value: counts.delivered },
    { outcome: BlastOutcome.FAILED, value: counts.failed },
    ...rare.filter(({ value }) => value > 0),
    { outcome: BlastOutcome.REPLIED, value: replyCount },
    ...(asksConsent ? [{ outcome: BlastOutcome.OPTED_IN, value: optInCount }] : []),
  ];
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <>
      <span className="small secondary">{label}</span>{" "}
      <span className="blast-figure">{formatNumber(value)}</span>
    </>
  );
}

/** Progress and outcomes. Pressing an outcome lists its recipients; pressing it again lists all. */
export function BlastCounters({ blast, filter, onFilter }: Props) {
  const { counts, optOutCount } = blast;
  if (!counts) return null;
  return (
    <section className="panel" aria-label={labels.progress}>
      <div className="panel__body">
        <Progress counts={counts} />
      </div>
      <div className="blast-figures">
        {outcomeCounters(counts, blast).map(({ outcome, value }) => {
          const isPressed = filter.outcome === outcome;
          return (
            <button
              key={outcome}
              type="button"
              aria-pressed={isPressed}
              onClick={() => onFilter(isPressed ? noFilter : { ...noFilter, outcome })}
            >
              <Figure label={outcomeLabel(outcome)} value={value} />
            </button>
          );
        })}
        <div>
          <Figure label={recipientLabels.optedOut} value={optOutCount} />
        </div>
        {counts.excluded > 0 ? (
          <div>
            <Figure label={recipientLabels.leftOut} value={counts.excluded} />
          </div>
        ) : null}
      </div>
    </section>
  );
}
