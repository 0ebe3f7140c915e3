import {
  ContractForm,
  FormCheckboxGroup,
  FormNumber,
  FormSubmit,
  FormTags,
  FormText,
  useContractForm,
} from "../../../forms";
import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { PartnerService } from "../../../gen/parlor/v1/partner_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { formatMoment, sharedLabels } from "../labels";
import { useRefresh } from "../use-refresh";
import { initialValues } from "./fields";
import { labels } from "./labels";
import { scopeLabel, scopeOptions } from "./scopes";

type Props = { partner: Partner; onClose: () => void };

/** Shows a revoked credential. */
function RevokedPartner({ partner, onClose }: Props) {
  return (
    <Sheet title={partner.name} onClose={onClose}>
      <p className="secondary">{labels.revokedOn(formatMoment(partner.revokedAt))}</p>
      <ul>
        {partner.scopes.map((scope) => (
          <li key={scope}>{scopeLabel(scope)}</li>
        ))}
      </ul>
    </Sheet>
  );
}

function EditForm({ partner, onClose }: Props) {
  const refresh = useRefresh();
  const form = useContractForm(PartnerService.method.updatePartner, {
    start: initialValues(partner),
    onDone: async ({ partner: after }) => {
      toast.success(sharedLabels.saved(after?.name ?? labels.unnamedCredential));
      onClose();
      await refresh();
    },
  });
  const isForUsers = partner.redirectUris.length > 0;
  return (
    <Sheet
      title={partner.name}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          {form.unsaved ? (
            <Button onPress={form.clear}>{sharedLabels.discardChanges}</Button>
          ) : null}
          <FormSubmit of={form}>{labels.saveCredential}</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={partner.name}>
        <FormText of={form} name="name" label={sharedLabels.name} />
        <FormCheckboxGroup
          of={form}
          name="scopes"
          label={labels.permissions}
          description={labels.editPermissionsHint}
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label={labels.redirectUrls}
          description={isForUsers ? labels.requiredRedirectUrlsHint : labels.redirectUrlsHint}
        />
        <FormNumber of={form} name="requestsPerMinute" label={labels.requestsPerMinute} />
      </ContractForm>
    </Sheet>
  );
}

export function EditPartner(props: Props) {
  return props.partner.revokedAt ? <RevokedPartner {...props} /> : <EditForm {...props} />;
}
