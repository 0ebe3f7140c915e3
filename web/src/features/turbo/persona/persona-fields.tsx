import { ContractForm, type Form, FormArea, FormSelect, FormSwitch } from "../../../forms";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { labels } from "./labels";
import { temperatureOptionsWith, verificationOptions } from "./persona-draft";

type Props = { of: Form<typeof UpdatePersonaRequestSchema> };

/** Form fields of a persona. */
export function PersonaFields({ of }: Props) {
  const stored = Number(of.hook.formState.defaultValues?.temperature ?? 0.3);
  return (
    <ContractForm of={of} label={labels.persona}>
      <FormArea
        of={of}
        name="prompt"
        label={labels.instructions}
        description={labels.howBotShouldSoundSuch}
        rows={3}
      />
      <FormSelect
        of={of}
        name="temperature"
        label={labels.creativity}
        options={temperatureOptionsWith(stored)}
      />
      <FormSwitch
        of={of}
        name="useEmojis"
        label={labels.emojis}
        description={labels.turningOffAlsoRemovesEmojis}
      />
      <FormArea
        of={of}
        name="botWaiver"
        label={labels.firstContactNotice}
        description={labels.sentOnceEachPhoneBefore}
        rows={2}
      />
      <FormSelect
        of={of}
        name="homeownerAuth"
        label={labels.identityCheckBeforeSharingBalances}
        description={labels.howHomeownersVerifyWhoThey}
        options={verificationOptions}
        numeric
      />
      <FormArea
        of={of}
        name="collectionsMessage"
        label={labels.collectionsMessage}
        description={labels.sentInsteadBalanceIfAccount}
        rows={2}
      />
    </ContractForm>
  );
}
