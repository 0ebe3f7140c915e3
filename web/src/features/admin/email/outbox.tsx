// Emails of the company, with their delivery states.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { type Mail, MailService, type MailStatus } from "../../../gen/parlor/v1/mail_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, Button, EmptyState, Icon } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { HeaderActions } from "../header-actions";
import { formatMoment, sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import { mailState, outboxLabels } from "./outbox-labels";

function Status({ of }: { of: MailStatus }) {
  const { label, tone } = mailState(of);
  return <Badge {...(tone ? { tone } : {})}>{label}</Badge>;
}

const columns = (open: (id: string) => void): Column<Mail>[] => [
  {
    id: "subject",
    title: outboxLabels.subject,
    cell: ({ id, subject }) => (
      <button type="button" className="table__name" onClick={() => open(id)}>
        {showDirectionMarks(subject) || outboxLabels.noSubject}
      </button>
    ),
  },
  { id: "to", title: outboxLabels.to, cell: ({ to }) => to },
  { id: "status", title: sharedLabels.status, cell: ({ status }) => <Status of={status} /> },
  {
    id: "when",
    title: outboxLabels.created,
    cell: ({ createdAt }) => <span className="secondary nowrap">{formatMoment(createdAt)}</span>,
  },
];

function OpenEmail({ mail, onClose }: { mail: Mail; onClose: () => void }) {
  return (
    <Sheet title={showDirectionMarks(mail.subject) || outboxLabels.noSubject} onClose={onClose}>
      <dl className="table-card__facts">
        <div>
          <dt>{outboxLabels.to}</dt>
          <dd>{mail.to}</dd>
        </div>
        <div>
          <dt>{outboxLabels.created}</dt>
          <dd>{formatMoment(mail.createdAt)}</dd>
        </div>
        {mail.sentAt ? (
          <div>
            <dt>{outboxLabels.acceptedByServer}</dt>
            <dd>{formatMoment(mail.sentAt)}</dd>
          </div>
        ) : null}
        <div>
          <dt>{sharedLabels.status}</dt>
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
        <p className="outbox__body">{showDirectionMarks(mail.body)}</p>
      ) : (
        <p className="secondary">{outboxLabels.hiddenBody}</p>
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
    <section className="panel" aria-label={sectionLabels.outbox}>
      <HeaderActions>
        <Button icon="retry" pending={query.isRefetching} onPress={() => query.refetch()}>
          {outboxLabels.refresh}
        </Button>
      </HeaderActions>
      <DataTable
        label={sectionLabels.outbox}
        columns={columns((id) => go({ mail: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={mail?.id}
        empty={<EmptyState title={outboxLabels.noEmailsYet} text={outboxLabels.noEmailsHint} />}
      />
      {mail ? <OpenEmail mail={mail} onClose={() => go({ mail: "" })} /> : null}
    </section>
  );
}
