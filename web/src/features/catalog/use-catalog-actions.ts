// Changes to the draft, with undo.

import { toastError } from "../../forms/toast-error";
import type { CatalogDraft } from "../../gen/parlor/v1/catalog_intent_pb";
import { toast } from "../../ui";
import { labels } from "./labels";
import {
  type IntentEdit,
  useDiscardDraft,
  useEditCatalog,
  useRollBack,
  useUndoEdit,
} from "./queries";

export type CatalogActions = ReturnType<typeof useCatalogActions>;

/** ID of the toast. Only the last change can be undone, so each toast replaces the one before. */
const id = "catalogs";

export function useCatalogActions(draft: CatalogDraft | undefined) {
  const editing = useEditCatalog();
  const undoing = useUndoEdit();
  const discarding = useDiscardDraft();
  const rolling = useRollBack();
  const version = draft?.version ?? 0;

  /** A change can be undone until someone changes the draft again. */
  const offerUndo = (title: string, after: CatalogDraft | undefined) => {
    if (!after?.canUndo) return toast.success({ id, title });
    toast.undo({
      id,
      title,
      onUndo: () => undoing.mutate({ version: after.version }, { onError: toastError }),
    });
  };

  return {
    version,
    busy: editing.isPending || discarding.isPending || rolling.isPending,
    offerUndo,
    /** Publishing can't be undone. It is reverted by rolling back to the previous version. */
    tellPublished(number: number) {
      toast.success({
        id,
        title: labels.published(number),
        text: labels.publishedHint,
      });
    },
    /** Rethrows errors for the form that sent the edit. */
    async edit(edit: IntentEdit, done: string): Promise<string> {
      const { draft: after, key } = await editing.mutateAsync({ edit, version });
      offerUndo(done, after);
      return key;
    },
    discard() {
      const onSuccess = ({ draft: after }: { draft?: CatalogDraft }) =>
        offerUndo(labels.discarded, after);
      discarding.mutate({ version }, { onSuccess, onError: toastError });
    },
    /** Publishes an older version again. Undo restores the version before. */
    rollBack(number: number) {
      const before = draft?.published ?? 0;
      rolling.mutate(
        { version, number },
        {
          onSuccess: ({ draft: after, published }) => {
            if (!published) return;
            toast.undo({
              id,
              title: labels.restored(number, published.number),
              onUndo: () =>
                rolling.mutate(
                  { version: after?.version ?? 0, number: before },
                  { onError: toastError },
                ),
            });
          },
          onError: toastError,
        },
      );
    },
  };
}
