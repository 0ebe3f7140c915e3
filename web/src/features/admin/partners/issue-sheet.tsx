import { useState } from "react";
import {
  ContractForm,
  FormCheckboxGroup,
  FormNumber,
  FormSubmit,
  FormSwitch,
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
import { useRefresh } from "../use-refresh";
import { fieldHints } from "./fields";
import { PartnerSecret } from "./partner-secret";
import { scopeOptions } from "./scopes";

function useIssueForm(onDone: (issued: CreatePartnerResponse) => void) {
  const refresh = useRefresh();
  return useContractForm(PartnerService.method.createPartner, {
    start: { name: "", scopes: [], redirectUris: [], isPublic: false },
    onDone: async (issued) => {
      onDone(issued);
      await refresh();
    },
  });
}

/** Issues a credential and shows its secret once. */
export function IssuePartner({ onClose }: { onClose: () => void }) {
  const [issued, setIssued] = useState<CreatePartnerResponse>();
  const form = useIssueForm(setIssued);
  if (issued?.partner) {
    return (
      <Sheet
        title={issued.partner.name}
        onClose={onClose}
        staysOpen
        foot={
          <Button variant="primary" onPress={onClose}>
            {issued.clientSecret ? "Done, I saved it" : "Done"}
          </Button>
        }
      >
        <PartnerSecret partner={issued.partner} secret={issued.clientSecret} />
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
          description="Users see this name when they allow access."
          autoFocus
        />
        <FormCheckboxGroup
          of={form}
          name="scopes"
          label="Permissions"
          description={fieldHints.scopes}
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label="Redirect URLs"
          description={fieldHints.redirectUris}
          placeholder="https://partner.example/callback"
        />
        <FormSwitch
          of={form}
          name="isPublic"
          label="Public client"
          description={fieldHints.isPublic}
        />
        <FormNumber
          of={form}
          name="requestsPerMinute"
          label="Requests per minute"
          description={fieldHints.rateLimit}
        />
      </ContractForm>
    </Sheet>
  );
}
