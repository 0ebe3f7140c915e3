import { ExportButton } from "../../../forms/export-file";
import { type Blast, BlastExclusionReason, BlastOutcome } from "../../../gen/parlor/v1/blast_pb";
import { Select } from "../../../ui";
import { useExportBlast } from "../queries";
import {
  exclusionLabel,
  exclusionReasons,
  outcomeLabel,
  outcomes,
  recipientLabels,
} from "../recipient-labels";
import { RecipientsTable } from "../recipients-table";
import { noFilter, type RecipientFilter } from "../url-state";
import { ExportedFiles } from "./exported-files";
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
    { label: labels.everyone, filter: noFilter },
    ...outcomes
      .filter((outcome) => asksConsent || !own.includes(outcome))
      .map((outcome) => ({ label: outcomeLabel(outcome), filter: { ...noFilter, outcome } })),
    ...exclusionReasons
      .filter((reason) => asksConsent || !exclusions.includes(reason))
      .map((exclusion) => ({
        label: labels.leftOutFor(exclusionLabel(exclusion).label),
        filter: { ...noFilter, exclusion },
      })),
  ];
}

const toKey = ({ exclusion, outcome }: RecipientFilter) => `${exclusion} ${outcome}`;

/** Lists the recipients with the status of their texts. */
export function ResultRecipients({ blast, filter, onFilter }: Props) {
  const exporting = useExportBlast(blast.id);
  const filters = filtersOf(blast);
  return (
    <section className="panel" aria-label={recipientLabels.title}>
      <div className="panel__head">
        <h2 className="panel-title">{recipientLabels.title}</h2>
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
      {exporting.isIdle && !exporting.nextPageToken ? null : (
        <div className="panel__body stack">
          <ExportedFiles blastId={blast.id} exporting={exporting} number={1} />
        </div>
      )}
      <RecipientsTable id={blast.id} filter={filter} />
    </section>
  );
}
