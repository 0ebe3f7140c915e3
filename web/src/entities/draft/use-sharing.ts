// Sharing drafts with the company.

import { clearField, clone } from "@bufbuild/protobuf";
import { useMutation } from "@connectrpc/connect-query";
import { toastError } from "../../forms/toast-error";
import { type Draft, DraftSchema } from "../../gen/parlor/v1/draft_pb";
import { DraftService } from "../../gen/parlor/v1/draft_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { toast } from "../../ui";
import { useCachedDraft, useRefreshLists } from "./queries";
import { sharingLabels } from "./sharing-labels";

const drafts = DraftService.method;

/** Changes only with whom the cached draft is shared: its text may be newer than the response. */
function useKeepSharing() {
  const cache = useCachedDraft();
  const refresh = useRefreshLists();
  return ({ draft: stored }: { draft?: Draft }) => {
    if (!stored) return;
    cache(stored.id, (before) => {
      if (!before) return undefined;
      const draft = clone(DraftSchema, before);
      draft.ownerName = stored.ownerName;
      if (stored.sharedAt) draft.sharedAt = stored.sharedAt;
      else clearField(draft, DraftSchema.field.sharedAt);
      return draft;
    });
    refresh();
  };
}

/** Shares a draft and stops sharing it. Both can be undone. */
export function useSharing() {
  const onSuccess = useKeepSharing();
  const sharing = useMutation(drafts.shareDraft, { onSuccess });
  const stopping = useMutation(drafts.unshareDraft, { onSuccess });
  const setShared = (id: string, isShared: boolean) =>
    isShared ? sharing.mutateAsync({ id }) : stopping.mutateAsync({ id });
  const change = async ({ id, title }: Draft, isShared: boolean) => {
    try {
      await setShared(id, isShared);
    } catch (error) {
      toastError(error);
      return;
    }
    toast.undo({
      title: isShared ? sharingLabels.isShared : sharingLabels.isUnshared,
      text: showDirectionMarks(title),
      onUndo: () => void setShared(id, !isShared).catch(toastError),
    });
  };
  return { change, isPending: sharing.isPending || stopping.isPending };
}
