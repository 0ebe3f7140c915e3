import { useState } from "react";
import { ContractForm, FormActions, FormNumber, useContractForm } from "../../../forms";
import { CarrierService } from "../../../gen/parlor/v1/carrier_service_pb";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { Button, Dialog, toast } from "../../../ui";

type Props = { community: TextCommunity; onClose: () => void };

function RateDialog({ community, onClose }: Props) {
  const form = useContractForm(CarrierService.method.setNumberCarrier, {
    start: { id: community.id },
    onDone: ({ segmentsPerSecond }) => {
      toast.success(`${community.label} sends ${segmentsPerSecond} segments per second.`);
      onClose();
    },
  });
  return (
    <Dialog
      open
      staysOpen={form.unsaved}
      title={`Text blast rate for ${community.label}`}
      onClose={onClose}
      foot={
        <FormActions onCancel={onClose} of={form}>
          Save rate
        </FormActions>
      }
    >
      <ContractForm of={form} label="Text blast rate">
        <FormNumber
          of={form}
          name="segmentsPerSecond"
          label="Segments per second"
          description="The most the carrier accepts from this number, from 1 to 1,000. New numbers start at 10."
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
        Change rate
        <span className="visually-hidden"> for {community.label}</span>
      </Button>
      {isOpen ? <RateDialog community={community} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
