import { FormSubmit, useContractForm } from "../../../forms";
import { OwnWords } from "../../../forms/own-words";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { Button, toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { PersonaFields } from "./persona-fields";
import { PersonaPreview } from "./persona-preview";
import "./persona.css";
import { draftOf, startOf, toRequest } from "./rules";
import { useStoredCommunity } from "./use-persona";

type Props = { community: TextCommunity; onClose: () => void };

/** How the bot speaks, and beside it how that sounds before it is saved. */
export default function PersonaSheet({ community, onClose }: Props) {
  const store = useStoredCommunity(community.id);
  const form = useContractForm(CommunityService.method.updatePersona, {
    start: startOf(community),
    toRequest,
    onDone: ({ textCommunity }) => {
      store(textCommunity);
      toast.success({ title: "The bot speaks like that from now on." });
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
      <PersonaPreview community={community} draft={draftOf(form.hook.watch())} />
      <PersonaFields of={form} />
      <OwnWords community={community} onChanged={store} />
    </Sheet>
  );
}
