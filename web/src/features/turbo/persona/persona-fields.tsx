import { ContractForm, type Form, FormArea, FormSelect, FormSwitch } from "../../../forms";
import type { UpdatePersonaRequestSchema } from "../../../gen/parlor/v1/community_service_pb";
import { labels } from "../labels";
import { temperatureOptionsWith, verificationOptions } from "./persona-draft";
import { sheetLabels } from "./sheet-labels";

type Props = { of: Form<typeof UpdatePersonaRequestSchema> };

/** Form fields of a persona. */
export function PersonaFields({ of }: Props) {
  const stored = Number(of.hook.formState.defaultValues?.temperature ?? 0.3);
  return (
    <ContractForm of={of} label={labels.persona}>
      <FormArea
        of={of}
        name="prompt"
        label={sheetLabels.instructions}
        description={sheetLabels.instructionsHint}
        rows={3}
      />
      <FormSelect
        of={of}
        name="temperature"
        label={sheetLabels.creativity}
        options={temperatureOptionsWith(stored)}
      />
      <FormSwitch
        of={of}
        name="useEmojis"
        label={sheetLabels.emojis}
        description={sheetLabels.emojisHint}
      />
      <FormArea
        of={of}
        name="botWaiver"
        label={sheetLabels.firstContactNotice}
        description={sheetLabels.firstContactNoticeHint}
        rows={2}
      />
      <FormSelect
        of={of}
        name="homeownerAuth"
        label={sheetLabels.verification}
        description={sheetLabels.verificationHint}
        options={verificationOptions}
        numeric
      />
      <FormArea
        of={of}
        name="collectionsMessage"
        label={sheetLabels.collectionsMessage}
        description={sheetLabels.collectionsMessageHint}
        rows={2}
      />
    </ContractForm>
  );
}
