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
import { sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { defaultRateLimit } from "./fields";
import { labels } from "./labels";
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
            {issued.clientSecret ? labels.secretSaved : labels.done}
          </Button>
        }
      >
        <PartnerSecret partner={issued.partner} secret={issued.clientSecret} />
      </Sheet>
    );
  }
  return (
    <Sheet
      title={labels.newCredential}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={<FormSubmit of={form}>{labels.issueCredential}</FormSubmit>}
    >
      <ContractForm of={form} label={labels.newCredential}>
        <FormText
          of={form}
          name="name"
          label={sharedLabels.name}
          description={labels.nameHint}
          autoFocus
        />
        <FormCheckboxGroup
          of={form}
          name="scopes"
          label={labels.permissions}
          description={labels.permissionsHint}
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label={labels.redirectUrls}
          description={labels.redirectUrlsHint}
          placeholder="https://partner.example/callback"
        />
        <FormSwitch
          of={form}
          name="isPublic"
          label={labels.publicClient}
          description={labels.publicClientHint}
        />
        <FormNumber
          of={form}
          name="requestsPerMinute"
          label={labels.requestsPerMinute}
          description={labels.requestsPerMinuteHint(defaultRateLimit)}
        />
      </ContractForm>
    </Sheet>
  );
}
