import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { pagination, toListing } from "../../../api/listing";
import { residentsLabel } from "../../../entities/community/use-training";
import { toastError } from "../../../forms/toast-error";
import { CarrierService, NumberCarrier } from "../../../gen/parlor/v1/carrier_service_pb";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { formatPhone } from "../../../lib/names";
import { Button, CommunityAvatar, EmptyState, Menu, toast } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";
import { sharedLabels } from "../labels";
import { carriers, carrierText, labels } from "./labels";
import { NumberRate } from "./number-rate";

/** Changes the carrier of a community's number. */
function CarrierMenu({ community }: { community: TextCommunity }) {
  const set = useMutation(CarrierService.method.setNumberCarrier, { onError: toastError });
  if (!community.number) return <span className="tertiary">{labels.noNumber}</span>;
  const setCarrier = (carrier: NumberCarrier, name: string) =>
    set.mutate(
      { id: community.id, carrier },
      {
        onSuccess: ({ previousCarrier }) => {
          const title = labels.carrierChanged(community.label, name);
          if (previousCarrier === carrier) toast.success(title);
          else
            toast.undo({
              title,
              text: carrierText(carrier, residentsLabel(community)),
              onUndo: () => set.mutate({ id: community.id, carrier: previousCarrier }),
            });
        },
      },
    );
  return (
    <Menu
      label={labels.carrierFor(community.label)}
      trigger={
        <Button size="small" icon="down" pending={set.isPending}>
          {labels.changeCarrier}
          <span className="visually-hidden"> {labels.forCommunity(community.label)}</span>
        </Button>
      }
      items={carriers.map(({ carrier, label, name }) => ({
        id: String(carrier),
        label,
        icon: carrier === NumberCarrier.TWILIO ? "send" : "phone",
        onAction: () => setCarrier(carrier, name),
      }))}
    />
  );
}

const columns: Column<TextCommunity>[] = [
  {
    id: "community",
    title: sharedLabels.community,
    cell: ({ label }) => (
      <span className="row">
        <CommunityAvatar name={label} size="small" />
        <span className="strong">{label}</span>
      </span>
    ),
  },
  {
    id: "number",
    title: sharedLabels.number,
    cell: ({ number }) => (
      <span className="nowrap">{formatPhone(number) || sharedLabels.none}</span>
    ),
  },
  {
    id: "actions",
    title: labels.carrier,
    actions: true,
    cell: (community) => (
      <span className="row row--wrap">
        <NumberRate community={community} />
        <CarrierMenu community={community} />
      </span>
    ),
  },
];

/** Numbers of the communities, with their carriers. */
export function Numbers() {
  const query = useInfiniteQuery(
    CommunityAdminService.method.listCommunities,
    { pageToken: "" },
    pagination,
  );
  return (
    <section className="panel" aria-label={labels.numbers}>
      <div className="panel__head">
        <h2 className="panel-title">{labels.numbers}</h2>
      </div>
      <DataTable
        label={labels.numbers}
        columns={columns}
        listing={toListing(query, (page) => page.communities)}
        rowId={({ id }) => id}
        empty={<EmptyState title={sharedLabels.noCommunitiesYet} text={labels.noCommunitiesHint} />}
      />
    </section>
  );
}
