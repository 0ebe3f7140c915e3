import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { tell } from "../../../forms/tell";
import { CarrierService, NumberCarrier } from "../../../gen/parlor/v1/carrier_service_pb";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { phoneWords } from "../../../lib/names";
import { listingOf, pagesOf } from "../../../rpc/listing";
import { Arch, Button, EmptyFace, Menu, toast } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";

const carriers = [
  { carrier: NumberCarrier.HANDSET, name: "the built-in handset" },
  { carrier: NumberCarrier.TWILIO, name: "Twilio" },
] as const;

/** Who brings the texts of a number from now on; the answer says who does. */
function Carrier({ community }: { community: TextCommunity }) {
  const set = useMutation(CarrierService.method.setNumberCarrier, { onError: tell });
  if (!community.number) return <span className="tertiary">No number</span>;
  const give = (carrier: NumberCarrier, name: string) =>
    set.mutate(
      { id: community.id, carrier },
      { onSuccess: () => toast.success(`Texts of ${community.label} go by ${name} now.`) },
    );
  return (
    <Menu
      label={`Who brings the texts of ${community.label}`}
      trigger={
        <Button size="small" icon="down" pending={set.isPending}>
          Change carrier
          <span className="visually-hidden"> for {community.label}</span>
        </Button>
      }
      items={carriers.map(({ carrier, name }) => ({
        id: String(carrier),
        label: name.charAt(0).toUpperCase() + name.slice(1),
        icon: carrier === NumberCarrier.TWILIO ? "send" : "phone",
        onAction: () => give(carrier, name),
      }))}
    />
  );
}

const columns: Column<TextCommunity>[] = [
  {
    id: "community",
    title: "Community",
    cell: ({ label }) => (
      <span className="row">
        <Arch name={label} size="small" />
        <span className="strong">{label}</span>
      </span>
    ),
  },
  {
    id: "number",
    title: "Number",
    cell: ({ number }) => <span className="nowrap">{phoneWords(number) || "None"}</span>,
  },
  {
    id: "acts",
    title: "Carrier",
    acts: true,
    cell: (community) => <Carrier community={community} />,
  },
];

/** The communities' numbers, and who brings their texts. */
export function Numbers() {
  const query = useInfiniteQuery(
    CommunityAdminService.method.listCommunities,
    { pageToken: "" },
    pagesOf,
  );
  return (
    <section className="panel" aria-label="Numbers">
      <div className="panel__head">
        <h2 className="panel-title">Numbers</h2>
      </div>
      <DataTable
        label="Numbers"
        columns={columns}
        listing={listingOf(query, (page) => page.communities)}
        rowId={({ id }) => id}
        empty={
          <EmptyFace
            title="No community yet"
            text="A community's number is given where the community is edited."
          />
        }
      />
    </section>
  );
}
