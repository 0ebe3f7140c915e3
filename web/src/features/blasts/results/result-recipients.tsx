import { ExportButton, ExportNotice } from "../../../forms/export-file";
import { type Blast, BlastExclusionReason, BlastOutcome } from "../../../gen/parlor/v1/blast_pb";
import { Select } from "../../../ui";
import { countLabel } from "../labels";
import { useExportBlast } from "../queries";
import { exclusionLabel, exclusionReasons, outcomeLabel, outcomes } from "../recipient-labels";
import { RecipientsTable } from "../recipients-table";
import { noFilter, type RecipientFilter } from "../url-state";
import { labels } from "./labels";

type Props = {
  blast: Blast;
  filter: RecipientFilter;
  onFilter: (filter: RecipientFilter) => void;
};

/** Filters that only blasts asking for consent have. */
const consentOnly: {
  exclusions: readonly BlastExclusionReason[];
  outcomes: readonly BlastOutcome[];
} = {
  exclusions: [BlastExclusionReason.HAS_CONSENT, BlastExclusionReason.ALREADY_ASKED],
  outcomes: [BlastOutcome.OPTED_IN],
};

function filtersOf({ asksConsent }: Blast): { label: string; filter: RecipientFilter }[] {
  const { exclusions, outcomes: own } = consentOnly;
  return [
    { label: labels.everyoneWhoGetsIt, filter: noFilter },
    ...outcomes
      .filter((outcome) => asksConsent || !own.includes(outcome))
      .map((outcome) => ({ label: outcomeLabel(outcome), filter: { ...noFilter, outcome } })),
    ...exclusionReasons
      .filter((reason) => asksConsent || !exclusions.includes(reason))
      .map((exclusion) => ({
        label: labels.leftOutLabel(exclusionLabel(exclusion).label.toLowerCase()),
        filter: { ...noFilter, exclusion },
      })),
  ];
}

const toKey = ({ exclusion, outcome }: RecipientFilter) => `${exclusion} ${outcome}`;

function fileLabel(count: number): string {
  return `The file has ${countLabel(count, "recipient")}.`;
}

/** Lists the recipients with the status of their texts. */
export function ResultRecipients({ blast, filter, onFilter }: Props) {
  const exporting = useExportBlast(blast.id);
  const filters = filtersOf(blast);
  return (
    <section className="panel" aria-label={labels.recipients}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.recipients}</h2>
        <div className="row row--wrap">
          <Select
            label={labels.showRecipients}
            hideLabel
            value={toKey(filter)}
            onChange={(key) =>
              onFilter(filters.find((one) => toKey(one.filter) === key)?.filter ?? noFilter)
            }
            options={filters.map((one) => ({ value: toKey(one.filter), label: one.label }))}
          />
          {blast.counts ? <ExportButton exporting={exporting} label={labels.exportCsv} /> : null}
        </div>
      </div>
      {exporting.isIdle ? null : (
        <div className="panel__body">
          <ExportNotice
            exporting={exporting}
            preparing={labels.allRecipientsIncludingThoseLeft}
            content={fileLabel}
          />
        </div>
      )}
      <RecipientsTable id={blast.id} filter={filter} />
    </section>
  );
}
