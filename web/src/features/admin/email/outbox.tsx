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
import { labels } from "./labels";

type State = { label: string; tone?: "success" | "info" | "warning" | "danger" };

const states: Partial<Record<MailStatus, State>> = {
  [MailStatus.QUEUED]: { label: labels.queued, tone: "info" },
  [MailStatus.SENDING]: { label: labels.sending, tone: "info" },
  [MailStatus.SENT]: { label: labels.sent, tone: "success" },
  [MailStatus.KEPT]: { label: labels.savedNotSent },
  [MailStatus.FAILED]: { label: labels.rejected, tone: "danger" },
  [MailStatus.UNKNOWN]: { label: labels.deliveryStatusUnknown, tone: "warning" },
  [MailStatus.CANCELED]: { label: labels.canceled },
};

const unknownState: State = { label: labels.unknown };

function Status({ of }: { of: MailStatus }) {
  const { label, tone } = states[of] ?? unknownState;
  return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
}

const columns = (open: (id: string) => void): Column<Mail>[] => [
  {
    id: "subject",
    title: labels.subject,
    cell: ({ id, subject }) => (
      <button type="button" className="table__name" onClick={() => open(id)}>
        {showDirectionMarks(subject) || labels.noSubject}
      </button>
    ),
  },
  { id: "to", title: labels.to, cell: ({ to }) => to },
  { id: "status", title: labels.status, cell: ({ status }) => <Status of={status} /> },
  {
    id: "when",
    title: labels.created,
    cell: ({ createdAt }) => <span className="secondary nowrap">{formatMoment(createdAt)}</span>,
  },
];

function OpenEmail({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  return (
    <Sheet title={showDirectionMarks(mail.subject) || labels.noSubject} onClose={onClose}>
      <dl className="table-card__facts">
        <div>
          <dt>{labels.to}</dt>
          <dd>{mail.to}</dd>
        </div>
        <div>
          <dt>{labels.created}</dt>
          <dd>{formatMoment(mail.createdAt)}</dd>
        </div>
        {mail.sentAt ? (
          <div>
            <dt>{labels.acceptedByMailServer}</dt>
            <dd>{formatMoment(mail.sentAt)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{labels.status}</dt>
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
        <p className="secondary">{labels.emailHasPrivateLoginLink}</p>
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
    <section className="panel" aria-label={labels.outbox}>
      <HeadActions>
        <Button icon="retry" pending={query.isRefetching} onPress={() => query.refetch()}>
          {labels.refresh}
        </Button>
      </HeadActions>
      <DataTable
        label={labels.outbox}
        columns={columns((id) => go({ mail: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={mail?.id}
        empty={
          <EmptyState
            title={labels.noEmailsYet}
            text={labels.invitationsHomeownerNoticesTestMessages}
          />
        }
      />
      {mail ? <OpenEmail mail={mail} onClose={() => go({ mail: "" })} /> : null}
    </section>
  );
}
