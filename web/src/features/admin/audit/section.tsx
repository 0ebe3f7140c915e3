// The audit trail, newest entries first. Entries never change.

import { useInfiniteQuery, useQuery } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { fullName, useSession } from "../../../entities/session/session";
import { type AuditEntry, AuditService } from "../../../gen/parlor/v1/audit_service_pb";
import { CompanyService } from "../../../gen/parlor/v1/company_service_pb";
import { Button, EmptyState, type Fact, Facts, Select } from "../../../ui";
import { type Column, DataTable, Sheet } from "../../../ui/table";
import { formatMoment } from "../labels";
import { useAdminUrlState } from "../url-state";
import { actionLabel, actions, fieldLabel, summaryText, toAction, valueText } from "./labels";

const serverActor = "System";

const columns = (open: (entry: AuditEntry) => void): Column<AuditEntry>[] => [
  {
    id: "what",
    title: "Action",
    cell: (entry) => (
      <button type="button" className="table__name" onClick={() => open(entry)}>
        {actionLabel(entry.action)}
      </button>
    ),
  },
  {
    id: "summary",
    title: "Details",
    // Some entries have no details beyond the action.
    cell: ({ summary, action }) =>
      summary === actionLabel(action) ? <span className="tertiary">–</span> : summaryText(summary),
  },
  {
    id: "when",
    title: "Date",
    cell: ({ at }) => <span className="secondary nowrap">{formatMoment(at)}</span>,
  },
  { id: "who", title: "User", cell: ({ actor }) => actor || serverActor },
];

/** Loads the options of the user filter. */
function usePeople() {
  const { company } = useSession();
  const query = useQuery(
    CompanyService.method.getCompany,
    { id: company.id, includeUsers: true },
    { enabled: company.id !== "" },
  );
  return (query.data?.users ?? []).map((user) => ({ value: user.id, label: fullName(user) }));
}

function Filters() {
  const { get, go } = useAdminUrlState();
  const people = usePeople();
  const filtered = get("action") || get("actor");
  return (
    <div className="filters">
      <Select
        label="Action"
        hideLabel
        value={get("action")}
        onChange={(action) => go({ action, entry: "" })}
        options={[{ value: "", label: "All actions" }, ...actions]}
      />
      <Select
        label="User"
        hideLabel
        value={get("actor")}
        onChange={(actor) => go({ actor, entry: "" })}
        options={[{ value: "", label: "All users" }, ...people]}
      />
      {filtered ? (
        <Button
          variant="quiet"
          size="small"
          icon="close"
          onPress={() => go({ action: "", actor: "", entry: "" })}
        >
          Clear
        </Button>
      ) : null}
    </div>
  );
}

function Changes({ changes }: Pick<AuditEntry, "changes">) {
  return (
    <section className="stack stack--tight" aria-label="Changes">
      <h3 className="label">Changes</h3>
      <dl className="audit__changes">
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {before ? (
                <del>
                  <span className="visually-hidden">Before: </span>
                  {valueText(before)}
                </del>
              ) : null}
              <ins>
                <span className="visually-hidden">After: </span>
                {valueText(after) || (before ? "Empty" : "Changed")}
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
    ["Date", formatMoment(entry.at)],
    ["User", entry.actor || serverActor],
    ["IP address", entry.address],
    ["ID of the changed item", entry.subject],
    ["ID of the entry", entry.id],
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
    <section className="panel" aria-label="Audit trail">
      <Filters />
      <DataTable
        label="Audit trail"
        columns={columns(({ id }) => go({ entry: id }))}
        listing={listing}
        rowId={({ id }) => id}
        current={entry?.id}
        empty={
          <EmptyState
            title={filtered ? "No matching entries" : "No entries yet"}
            text={
              filtered
                ? "No entries match these filters."
                : "Every change that staff make in this company appears here."
            }
          />
        }
      />
      {entry ? <EntryDetails entry={entry} onClose={() => go({ entry: "" })} /> : null}
    </section>
  );
}
