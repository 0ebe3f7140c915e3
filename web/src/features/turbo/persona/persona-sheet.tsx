import { WordReplacements } from "../../../entities/community/word-replacements";
import { FormSubmit, useContractForm } from "../../../forms";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { PersonaFields } from "./persona-fields";
import { PersonaPreview } from "./persona-preview";
import "./persona.css";
import { initialValues, toDraft, toRequest } from "./persona-draft";
import { useStoredCommunity } from "./use-persona";

type Props = { community: TextCommunity; onClose: () => void };

/** How the bot speaks, and beside it how that sounds before it is saved. */
export default function PersonaSheet({ community, onClose }: Props) {
  const store = useStoredCommunity(community.id);
  const form = useContractForm(CommunityService.method.updatePersona, {
    start: initialValues(community),
    toRequest,
    onDone: ({ textCommunity }) => {
      store(textCommunity);
      toast.success({ title: "The bot uses this persona from now on." });
      onClose();
    },
  });
  return (
    <Sheet
      title="Persona"
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <FormSubmit of={form} isDisabled={!form.unsaved}>
            Save
          </FormSubmit>
        </>
      }
    >
      <PersonaPreview community={community} draft={toDraft(form.hook.watch())} />
      <PersonaFields of={form} />
      <WordReplacements community={community} onChanged={store} />
    </Sheet>
  );
}
