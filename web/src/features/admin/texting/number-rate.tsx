import { useState } from "react";
import { ContractForm, FormActions, FormNumber, useContractForm } from "../../../forms";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Button, Dialog, toast } from "../../../ui";
import { labels } from "./labels";

type Props = { community: TextCommunity; onClose: () => void };

function RateDialog({ community, onClose }: Props) {
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

/** Sets how fast text blasts are sent from a community's number. */
export function NumberRate({ community }: { community: TextCommunity }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!community.number) return null;
  return (
    <>
      <Button size="small" variant="quiet" onPress={() => setIsOpen(true)}>
        {labels.changeRate}
        <span className="visually-hidden"> {labels.forCommunity(community.label)}</span>
      </Button>
      {isOpen ? <RateDialog community={community} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
