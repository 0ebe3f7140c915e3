// What left by mail, or stayed.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { type Mail, MailService, MailStatus } from "../../../gen/parlor/v1/mail_service_pb";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { Badge, Button, EmptyFace, Icon } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { HeadActs } from "../head";
import { usePlace } from "../use-place";
import { momentWords } from "../words";

type State = { label: string; tone?: "success" | "info" | "warning" | "danger" };

const states: Partial<Record<MailStatus, State>> = {
  [MailStatus.QUEUED]: { label: "Waits", tone: "info" },
  [MailStatus.SENDING]: { label: "On its way", tone: "info" },
  [MailStatus.SENT]: { label: "Sent", tone: "success" },
  [MailStatus.KEPT]: { label: "Kept here" },
  [MailStatus.FAILED]: { label: "Refused", tone: "danger" },
  [MailStatus.UNKNOWN]: { label: "Not certain", tone: "warning" },
  [MailStatus.CANCELED]: { label: "Taken back" },
};

const notKnown: State = { label: "Not known" };

function Status({ of }: { of: MailStatus }) {
  const { label, tone } = states[of] ?? notKnown;
  return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
}

const columns = (open: (id: string) => void): Column<Mail>[] => [
  {
    id: "subject",
    title: "Subject",
    cell: ({ id, subject }) => (
      <button type="button" className="table__name" onClick={() => open(id)}>
        {subject || "No subject"}
      </button>
    ),
  },
  { id: "to", title: "To", cell: ({ to }) => to },
  { id: "status", title: "Status", cell: ({ status }) => <Status of={status} /> },
  {
    id: "when",
    title: "Written",
    cell: ({ createdAt }) => <span className="secondary nowrap">{momentWords(createdAt)}</span>,
  },
];

function Opened({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  return (
    <Sheet title={mail.subject || "No subject"} onClose={onClose}>
      <dl className="table-card__facts">
        <div>
          <dt>To</dt>
          <dd>{mail.to}</dd>
        </div>
        <div>
          <dt>Written</dt>
          <dd>{momentWords(mail.createdAt)}</dd>
        </div>
        {mail.sentAt ? (
          <div>
            <dt>Taken by the mail server</dt>
            <dd>{momentWords(mail.sentAt)}</dd>
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
        <p className="mail__body">{mail.body}</p>
      ) : (
        <p className="secondary">
          Its text holds a link to an account. It is for the one whom it was sent to, and is not
          shown.
        </p>
      )}
    </Sheet>
  );
}

export default function OutboxSection() {
  const { get, go } = usePlace();
  const query = useInfiniteQuery(MailService.method.listMails, { pageToken: "" }, pagesOf);
  const listing = listingOf(query, (page) => page.mails);
  const mail = listing.rows?.find(({ id }) => id === get("mail"));
  return (
    <section className="panel" aria-label="Outbox">
      <HeadActs>
        <Button icon="retry" pending={query.isRefetching} onPress={() => query.refetch()}>
          Read again
        </Button>
      </HeadActs>
      <DataTable
        label="Outbox"
        columns={columns((id) => go({ mail: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={mail?.id}
        empty={
          <EmptyFace
            title="No mail yet"
            text="Invitations, notices to homeowners and test messages appear here."
          />
        }
      />
      {mail ? <Opened mail={mail} onClose={() => go({ mail: "" })} /> : null}
    </section>
  );
}
