import { ExportButton, ExportNotice } from "../../../forms/export-file";
import { type Blast, BlastExclusionReason, BlastOutcome } from "../../../gen/parlor/v1/blast_pb";
import { Select } from "../../../ui";
import { countLabel } from "../labels";
import { useExportBlast } from "../queries";
import { exclusionLabel, exclusionReasons, outcomeLabel, outcomes } from "../recipient-labels";
import { RecipientsTable } from "../recipients-table";
import { noFilter, type RecipientFilter } from "../url-state";

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
    { label: "Everyone who gets it", filter: noFilter },
    ...outcomes
      .filter((outcome) => asksConsent || !own.includes(outcome))
      .map((outcome) => ({ label: outcomeLabel(outcome), filter: { ...noFilter, outcome } })),
    ...exclusionReasons
      .filter((reason) => asksConsent || !exclusions.includes(reason))
      .map((exclusion) => ({
        label: `Left out: ${exclusionLabel(exclusion).label.toLowerCase()}`,
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
    <section className="panel" aria-label="Recipients">
      <div className="panel__head">
        <h2 className="panel-title">Recipients</h2>
        <div className="row row--wrap">
          <Select
            label="Show recipients"
            hideLabel
            value={toKey(filter)}
            onChange={(key) =>
              onFilter(filters.find((one) => toKey(one.filter) === key)?.filter ?? noFilter)
            }
            options={filters.map((one) => ({ value: toKey(one.filter), label: one.label }))}
          />
          {blast.counts ? <ExportButton exporting={exporting} label="Export CSV" /> : null}
        </div>
      </div>
      {exporting.isIdle ? null : (
        <div className="panel__body">
          <ExportNotice
            exporting={exporting}
            preparing="All recipients, including those left out."
            content={fileLabel}
          />
        </div>
      )}
      <RecipientsTable id={blast.id} filter={filter} />
    </section>
  );
}
