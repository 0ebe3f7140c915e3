import { ContractForm, type Form, FormArea, FormSelect, FormSwitch } from "../../../forms";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { proofs, temperaturesWith } from "./rules";

type Props = { of: Form<typeof UpdatePersonaRequestSchema> };

/** What makes a persona. */
export function PersonaFields({ of }: Props) {
  const stored = Number(of.hook.formState.defaultValues?.temperature ?? 0.3);
  return (
    <ContractForm of={of} label="Persona">
      <FormArea
        of={of}
        name="prompt"
        label="How it should sound"
        description="For a writing model, where Parlor has one: warm, brief, in plain words."
        rows={3}
      />
      <FormSelect
        of={of}
        name="temperature"
        label="How freely it writes"
        options={temperaturesWith(stored)}
      />
      <FormSwitch
        of={of}
        name="useEmojis"
        label="Emojis"
        description="Off takes them out of answers as well."
      />
      <FormArea
        of={of}
        name="botWaiver"
        label="Notice before the first text"
        description="Sent once to each phone, at first contact."
        rows={2}
      />
      <FormSelect
        of={of}
        name="homeownerAuth"
        label="Before it tells of an account"
        description="How a homeowner proves who they are, where an answer has {balance} in it."
        options={proofs}
        numeric
      />
      <FormArea
        of={of}
        name="collectionsMessage"
        label="Instead of a balance, in collections"
        description="Said where an account is in collections. Empty: your team answers."
        rows={2}
      />
    </ContractForm>
  );
}
