import {
  ContractForm,
  FormChoices,
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
import { useReadAgain } from "../use-read-again";
import { momentWords } from "../words";
import { hints, startOf } from "./fields";
import { scopeOptions, scopeWords } from "./scopes";

type Props = { partner: Partner; onClose: () => void };

/** What a revoked credential was. */
function Revoked({ partner, onClose }: Props) {
  return (
    <Sheet title={partner.name} onClose={onClose}>
      <p className="secondary">
        It was revoked on {momentWords(partner.revokedAt)}. Nothing works with it any more; issue a
        new one if it is needed again.
      </p>
      <ul>
        {partner.scopes.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
      </ul>
    </Sheet>
  );
}

function EditForm({ partner, onClose }: Props) {
  const readAgain = useReadAgain();
  const form = useContractForm(PartnerService.method.updatePartner, {
    start: startOf(partner),
    onDone: async ({ partner: after }) => {
      toast.success(`${after?.name ?? "The credential"} is saved.`);
      onClose();
      await readAgain();
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
        <FormChoices
          of={form}
          name="scopes"
          label="It is able to"
          description="Tokens lose at once what is taken away. At least one stays; revoke it to end all."
          options={scopeOptions}
          numeric
        />
        <FormTags
          of={form}
          name="redirectUris"
          label="Redirect addresses"
          description={
            people
              ? `${hints.redirectUris.split(" Without")[0]} At least one stays.`
              : hints.redirectUris
          }
        />
        <FormNumber of={form} name="requestsPerMinute" label="Calls a minute" />
      </ContractForm>
    </Sheet>
  );
}

export function Edit(props: Props) {
  return props.partner.revokedAt ? <Revoked {...props} /> : <EditForm {...props} />;
}
