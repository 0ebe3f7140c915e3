import { BlastExclusionReason } from "../../../gen/parlor/v1/blast_pb";
import type { BlastExclusion } from "../../../gen/parlor/v1/blast_service_pb";
import { formatNumber } from "../../../lib/format-number";
import { Badge, Button } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { AskConsentButton } from "../consent/ask-consent-button";
import type { Draft } from "../draft/use-draft";
import { exclusionLabel, recipientLabels } from "../recipient-labels";
import { RecipientsTable } from "../recipients-table";
import { noFilter } from "../url-state";
import { recipientReviewLabels as labels } from "./labels";

type Props = {
  draft: Draft;
  exclusions: readonly BlastExclusion[];
  /** The reason whose recipients are listed. */
  open: BlastExclusionReason;
  onOpen: (reason: BlastExclusionReason) => void;
  /** Opens the new draft that asks for consent. */
  onAsk: (id: string) => void;
};

function toColumns({ draft, onOpen, onAsk }: Props): Column<BlastExclusion>[] {
  return [
    {
      id: "reason",
      title: labels.columns.reason,
      cell: ({ reason }) => {
        const { label, tone } = exclusionLabel(reason);
        return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
      },
    },
    {
      id: "count",
      title: labels.columns.people,
      number: true,
      cell: ({ count }) => formatNumber(count),
    },
    {
      id: "meaning",
      title: labels.columns.meaning,
      cell: ({ reason }) => <span className="secondary">{exclusionLabel(reason).text}</span>,
    },
    {
      id: "show",
      title: labels.columns.show,
      actions: true,
      cell: ({ reason }) => (
        <span className="row">
          {reason === BlastExclusionReason.NO_CONSENT ? (
            <AskConsentButton blast={draft.saved} onAsk={onAsk} />
          ) : null}
          <Button
            variant="link"
            size="small"
            aria-label={labels.showPeople(exclusionLabel(reason).label)}
            onPress={() => onOpen(reason)}
          >
            {labels.columns.show}
          </Button>
        </span>
      ),
    },
  ];
}

/** Who is excluded, and why. */
export function Exclusions(props: Props) {
  const { draft, exclusions, open, onOpen } = props;
  const listing = {
    rows: exclusions,
    problem: undefined,
    onRetry: () => undefined,
    pending: false,
    more: undefined,
  };
  return (
    <section className="panel" aria-label={recipientLabels.leftOut}>
      <div className="panel__head">
        <h2 className="panel-title">{recipientLabels.leftOut}</h2>
      </div>
      <DataTable
        label={recipientLabels.leftOut}
        columns={toColumns(props)}
        listing={listing}
        rowId={({ reason }) => String(reason)}
        empty={<p className="panel__body secondary">{labels.nobodyLeftOut}</p>}
      />
      {open ? (
        <Sheet
          title={exclusionLabel(open).label}
          about={exclusionLabel(open).text}
          onClose={() => onOpen(BlastExclusionReason.UNSPECIFIED)}
        >
          <RecipientsTable id={draft.saved.id} filter={{ ...noFilter, exclusion: open }} />
        </Sheet>
      ) : null}
    </section>
  );
}
