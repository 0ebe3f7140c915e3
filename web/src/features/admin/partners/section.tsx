// Credentials of partner systems and of OAuth clients.

import { useQuery } from "@connectrpc/connect-query";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { wholeListing } from "../../../rpc/listing";
import { Badge, Button, EmptyFace, Menu } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";
import { HeadActs } from "../head";
import { type Place, usePlace } from "../use-place";
import { dayWords } from "../words";
import { NewSecret, Revoke } from "./acts";
import { Edit } from "./edit";
import { Issue } from "./issue";
import { scopeWords } from "./scopes";

function Acts({ partner, go }: { partner: Partner; go: Place["go"] }) {
  if (partner.revokedAt) return null;
  const to = (act: string) => () => go({ partner: partner.id, act });
  return (
    <Menu
      label={`What to do with ${partner.name}`}
      trigger={
        <Button variant="quiet" size="small" icon="dots" aria-label={`More for ${partner.name}`} />
      }
      items={[
        { id: "edit", label: "Edit", icon: "pen", onAction: to("edit") },
        { id: "secret", label: "New secret", icon: "keys", onAction: to("secret") },
        "rule",
        { id: "revoke", label: "Revoke", icon: "bin", danger: true, onAction: to("revoke") },
      ]}
    />
  );
}

const columns = (go: Place["go"]): Column<Partner>[] => [
  {
    id: "name",
    title: "Credential",
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
    title: "For",
    cell: ({ redirectUris }) => (redirectUris.length > 0 ? "People, by OAuth" : "Machines"),
  },
  {
    id: "scopes",
    title: "It is able to",
    cell: ({ scopes }) => (
      <span className="small secondary">{scopes.map(scopeWords).join(" · ")}</span>
    ),
  },
  { id: "pace", title: "Calls a minute", number: true, cell: (one) => one.requestsPerMinute },
  {
    id: "used",
    title: "Last used",
    cell: ({ usedAt }) => (
      <span className="secondary nowrap">{usedAt ? dayWords(usedAt) : "Never"}</span>
    ),
  },
  {
    id: "state",
    title: "State",
    cell: ({ revokedAt }) =>
      revokedAt ? <Badge>Revoked</Badge> : <Badge tone="success">Works</Badge>,
  },
  {
    id: "acts",
    title: "Actions",
    acts: true,
    cell: (partner) => <Acts partner={partner} go={go} />,
  },
];

function Opened({ partner, act, onClose }: OpenedProps) {
  if (act === "revoke") return <Revoke partner={partner} onClose={onClose} />;
  if (act === "secret") return <NewSecret partner={partner} onClose={onClose} />;
  return <Edit key={partner.id} partner={partner} onClose={onClose} />;
}

type OpenedProps = { partner: Partner; act: string; onClose: () => void };

export default function PartnersSection() {
  const { get, go } = usePlace();
  const query = useQuery(PartnerService.method.listPartners, {});
  const listing = wholeListing(query, ({ partners }) => partners);
  const opened = get("partner");
  const partner = listing.rows?.find(({ id }) => id === opened);
  const close = () => go({ partner: "", act: "" });
  const issue = (
    <Button variant="primary" icon="plus" onPress={() => go({ partner: "new" })}>
      New credential
    </Button>
  );
  const some = (listing.rows?.length ?? 0) > 0;
  return (
    <section className="panel" aria-label="Partners">
      {some ? <HeadActs>{issue}</HeadActs> : null}
      <DataTable
        label="Credentials"
        columns={columns(go)}
        listing={listing}
        rowId={({ id }) => id}
        current={partner?.id}
        empty={
          <EmptyFace
            title="No partner yet"
            text="A credential lets another system work with your company, as far as you allow."
            action={issue}
          />
        }
      />
      {opened === "new" ? <Issue onClose={close} /> : null}
      {partner ? <Opened partner={partner} act={get("act")} onClose={close} /> : null}
    </section>
  );
}
