import { ContractForm, FormActions, FormNumber, useContractForm } from "../../../forms";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Dialog, toast } from "../../../ui";
import { labels } from "./labels";

type Props = { community: TextCommunity; onClose: () => void };

/** Sets how fast text blasts are sent from a community's number. */
export function NumberRate({ community, onClose }: Props) {
  const form = useContractForm(CarrierService.method.setNumberCarrier, {
    start: { id: community.id },
    onDone: ({ segmentsPerSecond }) => {
      toast.success(labels.rateSaved(community.label, segmentsPerSecond));
      onClose();
    },
  });
  return (
    <Dialog
      open
      staysOpen={form.unsaved}
      title={labels.rateTitle(community.label)}
      onClose={onClose}
      foot={
        <FormActions onCancel={onClose} of={form}>
          {labels.saveRate}
        </FormActions>
      }
    >
      <ContractForm of={form} label={labels.rateForm}>
        <FormNumber
          of={form}
          name="segmentsPerSecond"
          label={labels.segmentsPerSecond}
          description={labels.segmentsPerSecondHint}
        />
      </ContractForm>
    </Dialog>
  );
}
