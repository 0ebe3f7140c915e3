import { FormDialog, FormText, useContractForm } from "../../../forms";
import {
  CarrierService,
  type SetNumberCarrierResponse,
} from "../../../gen/parlor/v1/carrier_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { NumberCarrier } from "../../../gen/parlor/v1/number_carrier_pb";
import { labels } from "./labels";

type Props = {
  community: TextCommunity;
  onChanged: (changed: SetNumberCarrierResponse) => void;
  onClose: () => void;
};

/** Switches a community's number to Textline, with the group that has the number there. */
export function TextlineNumber({ community, onChanged, onClose }: Props) {
  const form = useContractForm(CarrierService.method.setNumberCarrier, {
    start: { id: community.id, carrier: NumberCarrier.TEXTLINE, groupUuid: "" },
    toRequest: ({ groupUuid, ...rest }) => (groupUuid ? { ...rest, groupUuid } : rest),
    onDone: (changed) => {
      onChanged(changed);
      onClose();
    },
  });
  return (
    <FormDialog
      of={form}
      title={labels.textlineTitle(community.label)}
      submit={labels.useTextline}
      onClose={onClose}
    >
      <FormText
        of={form}
        name="groupUuid"
        label={labels.groupUuid}
        aside={null}
        autoComplete="off"
        description={labels.groupUuidHint}
      />
    </FormDialog>
  );
}
