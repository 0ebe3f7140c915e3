import { useState } from "react";
import {
  ContractForm,
  FormChoices,
  FormNumber,
  FormSubmit,
  FormTags,
  FormText,
  useContractForm,
} from "../../../forms";
import {
  type CreatePartnerResponse,
  PartnerService,
} from "../../../gen/parlor/v1/partner_service_pb";
import { Button } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { useReadAgain } from "../use-read-again";
import { hints } from "./fields";
import { scopeOptions } from "./scopes";
import { Secret } from "./secret";

function useIssue(onDone: (issued: CreatePartnerResponse) => void) {
  const readAgain = useReadAgain();
  return useContractForm(PartnerService.method.createPartner, {
    start: { name: "", scopes: [], redirectUris: [] },
    onDone: async (issued) => {
      onDone(issued);
      await readAgain();
    },
  });
}

/** Issues a credential; its secret is shown once, before the sheet is closed. */
export function Issue({ onClose }: { onClose: () => void }) {
  const [issued, setIssued] = useState<CreatePartnerResponse>();
  const form = useIssue(setIssued);
  if (issued?.partner) {
    return (
      <Sheet
        title={issued.partner.name}
        onClose={onClose}
        staysOpen
        foot={
          <Button variant="primary" onPress={onClose}>
            I have kept the secret
          </Button>
        }
      >
        <Secret partner={issued.partner} secret={issued.clientSecret} />
      </Sheet>
    );
  }
  return (
    <Sheet
      title="New credential"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={<FormSubmit of={form}>Issue credential</FormSubmit>}
    >
      <ContractForm of={form} label="New credential">
        <FormText
          of={form}
          name="name"
          label="Name"
          description="People see it when they are asked to let it in."
          autoFocus
        />
        <FormChoices
          of={form}
          name="scopes"
          label="It will be able to"
          description={hints.scopes}
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label="Redirect addresses"
          description={hints.redirectUris}
          placeholder="https://partner.example/callback"
        />
        <FormNumber
          of={form}
          name="requestsPerMinute"
          label="Calls a minute"
          description={hints.pace}
        />
      </ContractForm>
    </Sheet>
  );
}
