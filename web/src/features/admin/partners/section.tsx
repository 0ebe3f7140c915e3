// Credentials of partner systems and of OAuth clients.

import { toUnpagedListing } from "../../../api/listing";
import { pagedList, useAllPages } from "../../../api/use-all-pages";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { Badge, Button, EmptyState, Menu } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";
import { HeaderActions } from "../header-actions";
import { formatTimestampDay, sharedLabels } from "../labels";
import { sectionLabels } from "../section-labels";
import { type AdminUrlState, useAdminUrlState } from "../url-state";
import { EditPartner } from "./edit-sheet";
import { IssuePartner } from "./issue-sheet";
import { labels } from "./labels";
import { NewSecretDialog, RevokeDialog } from "./partner-dialogs";
import { scopeLabel } from "./scopes";

const partnerList = pagedList(PartnerService.method.listPartners, "partners");

function PartnerActions({ partner, go }: { partner: Partner; go: AdminUrlState["go"] }) {
  if (partner.revokedAt) return null;
  const to = (act: string) => () => go({ partner: partner.id, act });
  return (
    <Menu
      label={sharedLabels.actionsFor(partner.name)}
      trigger={
        <Button
          variant="quiet"
          size="small"
          icon="dots"
          aria-label={sharedLabels.moreActionsFor(partner.name)}
        />
      }
      items={[
        { id: "edit", label: sharedLabels.edit, icon: "pen", onAction: to("edit") },
        ...(partner.isPublic
          ? []
          : [
              {
                id: "secret",
                label: labels.replaceSecret,
                icon: "keys" as const,
                onAction: to("secret"),
              },
            ]),
        "rule",
        {
          id: "revoke",
          label: labels.revoke,
          icon: "bin",
          danger: true,
          onAction: to("revoke"),
        },
      ]}
    />
  );
}

const columns = (go: AdminUrlState["go"]): Column<Partner>[] => [
  {
    id: "name",
    title: labels.credential,
    cell: ({ id, name }) => (
      <button
        type="button"
        className="table__name"
        onClick={() => go({ partner: id, act: "edit" })}
      >
        {name}
      </button>
    ),
  },
  {
    id: "for",
    title: labels.purpose,
    cell: ({ redirectUris, isPublic }) => {
      if (isPublic) return labels.usersOfPublicClient;
      return redirectUris.length > 0 ? labels.users : labels.serverToServer;
    },
  },
  {
    id: "scopes",
    title: labels.permissions,
    cell: ({ scopes }) => (
      <span className="small secondary">{scopes.map(scopeLabel).join(" · ")}</span>
    ),
  },
  {
    id: "rate-limit",
    title: labels.requestsPerMinute,
    number: true,
    cell: (one) => one.requestsPerMinute,
  },
  {
    id: "used",
    title: labels.lastUsed,
    cell: ({ usedAt }) => (
      <span className="secondary nowrap">
        {usedAt ? formatTimestampDay(usedAt) : labels.neverUsed}
      </span>
    ),
  },
  {
    id: "state",
    title: sharedLabels.status,
    cell: ({ revokedAt }) =>
      revokedAt ? <Badge>{labels.revoked}</Badge> : <Badge tone="success">{labels.active}</Badge>,
  },
  {
    id: "actions",
    title: sharedLabels.actions,
    actions: true,
    cell: (partner) => <PartnerActions partner={partner} go={go} />,
  },
];

function OpenPartner({ partner, act, onClose }: OpenPartnerProps) {
  if (act === "revoke") return <RevokeDialog partner={partner} onClose={onClose} />;
  if (act === "secret" && !partner.isPublic)
    return <NewSecretDialog partner={partner} onClose={onClose} />;
  return <EditPartner key={partner.id} partner={partner} onClose={onClose} />;
}

type OpenPartnerProps = { partner: Partner; act: string; onClose: () => void };

export default function PartnersSection() {
  const { get, go } = useAdminUrlState();
  const listing = toUnpagedListing(useAllPages(partnerList, {}), (partners) => partners);
  const opened = get("partner");
  const partner = listing.rows?.find(({ id }) => id === opened);
  const close = () => go({ partner: "", act: "" });
  const issue = (
    <Button variant="primary" icon="plus" onPress={() => go({ partner: "new" })}>
      {labels.newCredential}
    </Button>
  );
  const hasPartners = (listing.rows?.length ?? 0) > 0;
  return (
    <section className="panel" aria-label={sectionLabels.partners}>
      {hasPartners ? <HeaderActions>{issue}</HeaderActions> : null}
      <DataTable
        label={labels.credentials}
        columns={columns(go)}
        listing={listing}
        rowId={({ id }) => id}
        current={partner?.id}
        empty={
          <EmptyState title={labels.noPartnersYet} text={labels.noPartnersHint} action={issue} />
        }
      />
      {opened === "new" ? <IssuePartner onClose={close} /> : null}
      {partner ? <OpenPartner partner={partner} act={get("act")} onClose={close} /> : null}
    </section>
  );
}
