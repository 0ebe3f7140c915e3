import { useMutation } from "@connectrpc/connect-query";
import { residentsLabel } from "../../../entities/community/use-training";
import { WordReplacements } from "../../../entities/community/word-replacements";
import { FormActions, noChanges, useContractForm } from "../../../forms";
import { toastError } from "../../../forms/toast-error";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { CommunityService } from "../../../gen/parlor/v1/community_service_pb";
import { toast } from "../../../ui";
import { Sheet } from "../../../ui/table";
import { labels } from "../labels";
import { initialValues, toDraft, toRequest } from "./persona-draft";
import { PersonaFields } from "./persona-fields";
import { PersonaPreview } from "./persona-preview";
import { sheetLabels } from "./sheet-labels";
import { useStorePersona } from "./use-persona";

type Props = { community: TextCommunity; onClose: () => void };

/** Edits the persona, with a preview beside the form. */
export default function PersonaSheet({ community, onClose }: Props) {
  const store = useStorePersona(community.id);
  const previous = useMutation(CommunityService.method.updatePersona, {
    onSuccess: ({ textCommunity }) => store(textCommunity),
    onError: toastError,
  });
  const form = useContractForm(CommunityService.method.updatePersona, {
    start: initialValues(community),
    toRequest,
    onDone: ({ textCommunity }) => {
      store(textCommunity);
      toast.undo({
        title: sheetLabels.saved(community.label),
        text: sheetLabels.savedHint(residentsLabel(community)),
        onUndo: () => previous.mutate(initialValues(community)),
      });
      onClose();
    },
  });
  return (
    <Sheet
      title={labels.persona}
      onClose={onClose}
      staysOpen={form.unsaved}
      foot={
        <FormActions onCancel={onClose} of={form} reason={noChanges(form)}>
          {sheetLabels.save}
        </FormActions>
      }
    >
      <PersonaPreview community={community} draft={toDraft(form.hook.watch())} />
      <PersonaFields of={form} />
      <WordReplacements community={community} onChanged={store} />
    </Sheet>
  );
}
