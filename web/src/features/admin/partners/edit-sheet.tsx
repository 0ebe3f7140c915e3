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
import { formatMoment } from "../labels";
import { useRefresh } from "../use-refresh";
import { fieldHints, initialValues } from "./fields";
import { scopeLabel, scopeOptions } from "./scopes";

type Props = { partner: Partner; onClose: () => void };

/** What a revoked credential was. */
function RevokedPartner({ partner, onClose }: Props) {
  return (
    <Sheet title={partner.name} onClose={onClose}>
      <p className="secondary">
        It was revoked on {formatMoment(partner.revokedAt)}. Nothing works with it any more; issue a
        new one if it is needed again.
      </p>
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
      toast.success(`${after?.name ?? "The credential"} is saved.`);
      onClose();
      await refresh();
    },
  });
  const people = partner.redirectUris.length > 0;
  return (
    <Sheet
      title={partner.name}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          {form.unsaved ? <Button onPress={form.clear}>Undo changes</Button> : null}
          <FormSubmit of={form}>Save credential</FormSubmit>
        </>
      }
    >
      <ContractForm of={form} label={partner.name}>
        <FormText of={form} name="name" label="Name" />
        <FormCheckboxGroup
          of={form}
          name="scopes"
          label="Permissions"
          description="Removing a permission takes effect immediately. Keep at least one, or revoke the credential."
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label="Redirect addresses"
          description={
            people
              ? `${fieldHints.redirectUris.split(" Without")[0]} At least one stays.`
              : fieldHints.redirectUris
          }
        />
        <FormNumber of={form} name="requestsPerMinute" label="Calls per minute" />
      </ContractForm>
    </Sheet>
  );
}

export function EditPartner(props: Props) {
  return props.partner.revokedAt ? <RevokedPartner {...props} /> : <EditForm {...props} />;
}
