// Emails of the company, with their delivery states.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { type Mail, MailService, MailStatus } from "../../../gen/parlor/v1/mail_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, EmptyState, Icon } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { HeadActions } from "../head-actions";
import { formatMoment } from "../labels";
import { useAdminUrlState } from "../url-state";

type State = { label: string; tone?: "success" | "info" | "warning" | "danger" };

const states: Partial<Record<MailStatus, State>> = {
  [MailStatus.QUEUED]: { label: "Queued", tone: "info" },
  [MailStatus.SENDING]: { label: "Sending", tone: "info" },
  [MailStatus.SENT]: { label: "Sent", tone: "success" },
  [MailStatus.KEPT]: { label: "Saved, not sent" },
  [MailStatus.FAILED]: { label: "Rejected", tone: "danger" },
  [MailStatus.UNKNOWN]: { label: "Delivery status unknown", tone: "warning" },
  [MailStatus.CANCELED]: { label: "Canceled" },
};

const unknownState: State = { label: "Unknown" };

function Status({ of }: { of: MailStatus }) {
  const { label, tone } = states[of] ?? unknownState;
  return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
}

const columns = (open: (id: string) => void): Column<Mail>[] => [
  {
    id: "subject",
    title: "Subject",
    cell: ({ id, subject }) => (
      <button type="button" className="table__name" onClick={() => open(id)}>
        {showDirectionMarks(subject) || "No subject"}
      </button>
    ),
  },
  { id: "to", title: "To", cell: ({ to }) => to },
  { id: "status", title: "Status", cell: ({ status }) => <Status of={status} /> },
  {
    id: "when",
    title: "Created",
    cell: ({ createdAt }) => <span className="secondary nowrap">{formatMoment(createdAt)}</span>,
  },
];

function OpenEmail({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  return (
    <Sheet title={showDirectionMarks(mail.subject) || "No subject"} onClose={onClose}>
      <dl className="table-card__facts">
        <div>
          <dt>To</dt>
          <dd>{mail.to}</dd>
        </div>
        <div>
          <dt>Created</dt>
          <dd>{formatMoment(mail.createdAt)}</dd>
        </div>
        {mail.sentAt ? (
          <div>
            <dt>Accepted by mail server</dt>
            <dd>{formatMoment(mail.sentAt)}</dd>
          </div>
        ) : null}
        <div>
          <dt>Status</dt>
          <dd>
            <Status of={mail.status} />
          </dd>
        </div>
      </dl>
      {mail.problem ? (
        <p className="notice notice--warning">
          <Icon name="warning" />
          <span>{mail.problem}</span>
        </p>
      ) : null}
      {mail.body ? (
        <p className="mail__body">{showDirectionMarks(mail.body)}</p>
      ) : (
        <p className="secondary">This email has a private login link, so its text is hidden.</p>
      )}
    </Sheet>
  );
}

export default function OutboxSection() {
  const { get, go } = useAdminUrlState();
  const query = useInfiniteQuery(MailService.method.listMails, { pageToken: "" }, pagination);
  const listing = toListing(query, (page) => page.mails);
  const mail = listing.rows?.find(({ id }) => id === get("mail"));
  return (
    <section className="panel" aria-label="Outbox">
      <HeadActions>
        <Button icon="retry" pending={query.isRefetching} onPress={() => query.refetch()}>
          Refresh
        </Button>
      </HeadActions>
      <DataTable
        label="Outbox"
        columns={columns((id) => go({ mail: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={mail?.id}
        empty={
          <EmptyState
            title="No emails yet"
            text="Invitations, homeowner notices and test messages appear here."
          />
        }
      />
      {mail ? <OpenEmail mail={mail} onClose={() => go({ mail: "" })} /> : null}
    </section>
  );
}
