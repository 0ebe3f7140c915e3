import { toastError } from "../../forms/toast-error";
import { toast } from "../../ui";
import { useCopyDraft } from "./queries";
import { sharingLabels } from "./sharing-labels";

/** Copies a draft to the user's own, and calls `onCopied` with the ID of the copy. */
export function useCopy(onCopied: (id: string) => void) {
  const copying = useCopyDraft();
  const copy = (id: string) =>
    copying.mutate(
      { id },
      {
        onSuccess: ({ draft }) => {
          toast.success(sharingLabels.copied);
          if (draft) onCopied(draft.id);
        },
        onError: toastError,
      },
    );
  return { copy, isPending: copying.isPending };
}
