import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { useState } from "react";
import { pagination, toListing } from "../../../api/listing";
import { residentsLabel } from "../../../entities/community/use-training";
import { toastError } from "../../../forms/toast-error";
import {
  CarrierService,
  type SetNumberCarrierResponse,
} from "../../../gen/parlor/v1/carrier_service_pb";
import { CommunityAdminService } from "../../../gen/parlor/v1/community_admin_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import { formatPhone } from "../../../lib/names";
import { Button, CommunityAvatar, EmptyState, Menu, toast } from "../../../ui";
import { type Column, DataTable } from "../../../ui/table";
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { carrierLabel, carrierName, carriers, carrierText, labels } from "./labels";
import { NumberRate } from "./number-rate";
import { TextlineNumber } from "./textline-number";

/** Sets a number's carrier, and offers to undo it. */
function useSetCarrier(community: TextCommunity) {
  const refresh = useRefresh();
  const set = useMutation(CarrierService.method.setNumberCarrier, {
    onError: toastError,
    onSuccess: () => void refresh(),
  });
  const onChanged = ({ carrier, previousCarrier }: SetNumberCarrierResponse) => {
    const title = labels.carrierChanged(community.label, carrierName(carrier));
    if (previousCarrier === carrier) toast.success(title);
    else
      toast.undo({
        title,
        text: carrierText(carrier, residentsLabel(community)),
        onUndo: () => set.mutate({ id: community.id, carrier: previousCarrier }),
      });
  };
  return {
    isPending: set.isPending,
    setCarrier: (carrier: NumberCarrier) =>
      set.mutate({ id: community.id, carrier }, { onSuccess: onChanged }),
    onGroupChanged: async (changed: SetNumberCarrierResponse) => {
      onChanged(changed);
      await refresh();
    },
  };
}

/** Changes the carrier and the rate of a community's number. */
function NumberActions({ community }: { community: TextCommunity }) {
  const { isPending, setCarrier, onGroupChanged } = useSetCarrier(community);
  const [dialog, setDialog] = useState<"group" | "rate">();
  const close = () => setDialog(undefined);
  if (!community.number) return null;
  const entries = carriers.map(({ carrier, name }) => ({
    id: String(carrier),
    label: labels.switchTo(name),
    icon: carrier === NumberCarrier.TEST_PHONE ? ("phone" as const) : ("send" as const),
    // The group at Textline can be changed.
    disabled: carrier === community.carrier && carrier !== NumberCarrier.TEXTLINE,
    onAction: () => (carrier === NumberCarrier.TEXTLINE ? setDialog("group") : setCarrier(carrier)),
  }));
  return (
    <>
      <Menu
        label={sharedLabels.actionsFor(community.label)}
        trigger={
          <Button
            variant="quiet"
            size="small"
            icon="dots"
            pending={isPending}
            aria-label={sharedLabels.moreActionsFor(community.label)}
          />
        }
        items={[
          ...entries,
          "rule",
          { id: "rate", label: labels.changeRate, icon: "pen", onAction: () => setDialog("rate") },
        ]}
      />
      {dialog === "group" ? (
        <TextlineNumber community={community} onChanged={onGroupChanged} onClose={close} />
      ) : null}
      {dialog === "rate" ? <NumberRate community={community} onClose={close} /> : null}
    </>
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
    id: "carrier",
    title: labels.carrier,
    cell: ({ carrier }) => carrierLabel(carrier) ?? sharedLabels.none,
  },
  {
    id: "actions",
    title: sharedLabels.actions,
    actions: true,
    cell: (community) => <NumberActions community={community} />,
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
