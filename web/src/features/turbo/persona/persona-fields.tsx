import { ContractForm, type Form, FormArea, FormSelect, FormSwitch } from "../../../forms";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { temperatureOptionsWith, verificationOptions } from "./persona-draft";

type Props = { of: Form<typeof UpdatePersonaRequestSchema> };

/** Form fields of a persona. */
export function PersonaFields({ of }: Props) {
  const stored = Number(of.hook.formState.defaultValues?.temperature ?? 0.3);
  return (
    <ContractForm of={of} label="Persona">
      <FormArea
        of={of}
        name="prompt"
        label="Instructions"
        description="How the bot should sound, such as: warm, brief, plain words."
        rows={3}
      />
      <FormSelect
        of={of}
        name="temperature"
        label="Creativity"
        options={temperatureOptionsWith(stored)}
      />
      <FormSwitch
        of={of}
        name="useEmojis"
        label="Emojis"
        description="Turning this off also removes emojis from answers."
      />
      <FormArea
        of={of}
        name="botWaiver"
        label="First-contact notice"
        description="Sent once to each phone, before the first reply."
        rows={2}
      />
      <FormSelect
        of={of}
        name="homeownerAuth"
        label="Identity check before sharing balances"
        description="How homeowners verify who they are before an answer with {balance} is sent."
        options={verificationOptions}
        numeric
      />
      <FormArea
        of={of}
        name="collectionsMessage"
        label="Collections message"
        description="Sent instead of a balance if an account is in collections. Leave blank to have your team answer."
        rows={2}
      />
    </ContractForm>
  );
}
