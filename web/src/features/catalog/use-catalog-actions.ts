// What one does to the draft, and how it is taken back.

import { toastError } from "../../forms/toast-error";
import type { CatalogDraft } from "../../gen/parlor/v1/catalog_intent_pb";
import { toast } from "../../ui";
import {
  type IntentEdit,
  useDiscardDraft,
  useEditCatalog,
  useRollBack,
  useUndoEdit,
} from "./queries";

export type CatalogActions = ReturnType<typeof useCatalogActions>;

/** Only the last change can be taken back: what is told of it takes the place of what was told before. */
const id = "catalogs";

export function useCatalogActions(draft: CatalogDraft | undefined) {
  const editing = useEditCatalog();
  const undoing = useUndoEdit();
  const discarding = useDiscardDraft();
  const rolling = useRollBack();
  const version = draft?.version ?? 0;

  /** What was done can be taken back while nobody changed the draft after it. */
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
    /** What was published is taken back by bringing the version before it back, and not by an undo. */
    tellPublished(number: number) {
      toast.success({
        id,
        title: `Version ${number} is published.`,
        text: "New communities start from it.",
      });
    },
    /** Throws what was refused, for the form that asked. */
    async edit(edit: IntentEdit, done: string): Promise<string> {
      const { draft: after, key } = await editing.mutateAsync({ edit, version });
      offerUndo(done, after);
      return key;
    },
    discard() {
      const onSuccess = ({ draft: after }: { draft?: CatalogDraft }) =>
        offerUndo("Draft discarded.", after);
      discarding.mutate({ version }, { onSuccess, onError: toastError });
    },
    /** An older version is the published one again; undoing it brings back the one before. */
    rollBack(number: number) {
      const before = draft?.published ?? 0;
      rolling.mutate(
        { version, number },
        {
          onSuccess: ({ draft: after, published }) => {
            if (!published) return;
            toast.undo({
              id,
              title: `Version ${number} is published again, as version ${published.number}.`,
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
