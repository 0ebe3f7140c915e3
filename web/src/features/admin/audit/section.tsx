// The audit trail, newest entries first. Entries never change.

import { useInfiniteQuery } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { pagedList, useAllPages } from "../../../api/use-all-pages";
import { fullName } from "../../../entities/session/session";
import { type AuditEntry, AuditService } from "../../../gen/parlor/v1/audit_service_pb";
import { UserService } from "../../../gen/parlor/v1/user_service_pb";
import { Button, EmptyState, type Fact, Facts, Select } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { formatMoment } from "../labels";
import { sectionLabels } from "../section-labels";
import { useAdminUrlState } from "../url-state";
import {
  actionLabel,
  actions,
  fieldLabel,
  labels,
  summaryText,
  toAction,
  valueText,
} from "./labels";

const columns = (open: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    id: "what",
    title: labels.action,
    cell: (entry) => (
      <button type="button" className="table__name" onClick={() => open(entry)}>
        {actionLabel(entry.action)}
      </button>
    ),
  },
  {
    id: "summary",
    title: labels.details,
    // Some entries have no details beyond the action.
    cell: ({ summary, action }) =>
      summary === actionLabel(action) ? <span className="tertiary">–</span> : summaryText(summary),
  },
  {
    id: "when",
    title: labels.date,
    cell: ({ at }) => <span className="secondary nowrap">{formatMoment(at)}</span>,
  },
  {
    id: "who",
    title: labels.user,
    cell: ({ actor }) => <span className="nowrap">{actor || labels.serverActor}</span>,
  },
];

const users = pagedList(UserService.method.listUsers, "users");

/** Loads the options of the user filter. */
function usePeople() {
  const query = useAllPages(users, {});
  return (query.data ?? []).map((user) => ({ value: user.id, label: fullName(user) }));
}

function Filters() {
  const { get, go } = useAdminUrlState();
  const people = usePeople();
  const filtered = get("action") || get("actor");
  return (
    <div className="filters">
      <Select
        label={labels.action}
        hideLabel
        value={get("action")}
        onChange={(action) => go({ action, entry: "" })}
        options={[{ value: "", label: labels.allActions }, ...actions]}
      />
      <Select
        label={labels.user}
        hideLabel
        value={get("actor")}
        onChange={(actor) => go({ actor, entry: "" })}
        options={[{ value: "", label: labels.allUsers }, ...people]}
      />
      {filtered ? (
        <Button
          variant="quiet"
          size="small"
          icon="close"
          onPress={() => go({ action: "", actor: "", entry: "" })}
        >
          {labels.clearFilters}
        </Button>
      ) : null}
    </div>
  );
}

function Changes({ changes }: Pick<AuditEntry, "changes">) {
  return (
    <section className="stack stack--tight" aria-label={labels.changes}>
      <h3 className="label">{labels.changes}</h3>
      <dl className="audit__changes changes">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {before ? (
                <del>
                  <span className="visually-hidden">{labels.before} </span>
                  {valueText(before)}
                </del>
              ) : null}
              <ins>
                <span className="visually-hidden">{labels.after} </span>
                {valueText(after) || (before ? labels.emptied : labels.changed)}
              </ins>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function EntryDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const facts: Fact[] = [
    [labels.date, formatMoment(entry.at)],
    [labels.user, entry.actor || labels.serverActor],
    [labels.ipAddress, entry.address],
    [labels.changedItemId, entry.subject],
    [labels.entryId, entry.id],
  ];
  return (
    <Sheet title={actionLabel(entry.action)} onClose={onClose}>
      {entry.summary ? <p>{summaryText(entry.summary)}</p> : null}
      {entry.changes.length > 0 ? <Changes changes={entry.changes} /> : null}
      <Facts className="table-card__facts" facts={facts} />
    </Sheet>
  );
}

export default function AuditSection() {
  const { get, go } = useAdminUrlState();
  const query = useInfiniteQuery(
    AuditService.method.listAuditEntries,
    { action: toAction(get("action")), actorId: get("actor"), pageToken: "" },
    pagination,
  );
  const listing = toListing(query, (page) => page.entries);
  const filtered = get("action") || get("actor");
  const entry = listing.rows?.find(({ id }) => id === get("entry"));
  return (
    <section className="panel" aria-label={sectionLabels.audit}>
      <Filters />
      <DataTable
        label={sectionLabels.audit}
        columns={columns(({ id }) => go({ entry: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={entry?.id}
        empty={
          <EmptyState
            title={filtered ? labels.noMatches : labels.noEntriesYet}
            text={filtered ? labels.noMatchesHint : labels.noEntriesHint}
          />
        }
      />
      {entry ? <EntryDetails entry={entry} onClose={() => go({ entry: "" })} /> : null}
    </section>
  );
}
