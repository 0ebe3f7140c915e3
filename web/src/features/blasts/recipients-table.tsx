import { Link } from "react-router";
import { useConversationPath } from "../../entities/conversation/use-conversation-path";
import { isFailed, statusLabel } from "../../entities/message/message";
import type { BlastRecipient } from "../../gen/parlor/v1/blast_pb";
import { formatPhone, residentName } from "../../lib/names";
import { Badge, EmptyState, UnitPlate } from "../../ui";
import { type Column, DataTable } from "../../ui/table";
import { timeLabel } from "./labels";
import { type ListedRecipients, useRecipients } from "./queries";
import { exclusionLabel, recipientLabels as labels, noRecipientsTexts } from "./recipient-labels";

type Props = { id: string; filter: ListedRecipients };

function RecipientStatus({ recipient }: { recipient: BlastRecipient }) {
  const { exclusion, status, reason, repliedAt, optedOut, optedIn } = recipient;
  const label = exclusion
    ? exclusionLabel(exclusion).label
    : statusLabel(status) || labels.notSentYet;
  return (
    <span className={isFailed(status) ? "blast-failed" : undefined}>
      {label}
      {reason ? <span className="choices__text">{reason}</span> : null}
      {repliedAt ? (
        <span className="choices__text">{labels.repliedAt(timeLabel(repliedAt))}</span>
      ) : null}
      {optedIn ? <Badge tone="success">{labels.agreed}</Badge> : null}
      {optedOut ? <Badge tone="danger">{labels.optedOut}</Badge> : null}
    </span>
  );
}

function useRecipientColumns(): Column<BlastRecipient>[] {
  const toPath = useConversationPath();
  const columns: Column<BlastRecipient>[] = [
    {
      id: "name",
      title: labels.columns.person,
      cell: ({ name, phone, unit }) => (
        <span className="row row--wrap">
          <UnitPlate unit={unit} />
          <span className="strong">{residentName(name, phone)}</span>
          {name ? <span className="caption">{formatPhone(phone)}</span> : null}
        </span>
      ),
    },
    {
      id: "community",
      title: labels.columns.community,
      cell: ({ communityLabel }) => communityLabel,
    },
    {
      id: "status",
      title: labels.columns.status,
      cell: (recipient) => <RecipientStatus recipient={recipient} />,
    },
  ];
  if (!toPath) return columns;
  return [
    ...columns,
    {
      id: "conversation",
      title: labels.columns.conversation,
      actions: true,
      cell: ({ conversationId, name, phone }) =>
        conversationId ? (
          <Link
            className="small"
            to={toPath(conversationId)}
            aria-label={labels.conversationWith(residentName(name, phone))}
          >
            {labels.columns.conversation}
          </Link>
        ) : null,
    },
  ];
}

/** Empty state of the table. */
function emptyText({ exclusion, outcome, delay }: ListedRecipients) {
  if (delay) return noRecipientsTexts.delay;
  if (exclusion) return noRecipientsTexts.exclusion;
  return outcome ? noRecipientsTexts.outcome : noRecipientsTexts.all;
}

/** Lists the recipients: all, or those with a given outcome, exclusion reason or delay. */
export function RecipientsTable({ id, filter }: Props) {
  const columns = useRecipientColumns();
  return (
    <DataTable
      label={labels.title}
      columns={columns}
      listing={useRecipients(id, filter)}
      rowId={({ phone, communityId, unit }) => `${communityId} ${unit} ${phone}`}
      empty={<EmptyState {...emptyText(filter)} />}
    />
  );
}
