import { toProblem } from "../../../api/problem";
import { toastError } from "../../../forms/toast-error";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { toast } from "../../../ui";
import { ReasonDialog } from "../../../ui/table";
import { labels } from "./labels";
import { useDeleteCommunity, useRestoreCommunity } from "./queries";

type Props = { community: TextCommunity; onClose: () => void };

/** Deletes a community with a reason. It can be restored for 30 days. */
export function DeleteCommunityDialog({ community, onClose }: Props) {
  const { id, label } = community;
  const deleting = useDeleteCommunity();
  const restoring = useRestoreCommunity();
  const deleteWithReason = (reason: string) =>
    deleting.mutate(
      { id, reason },
      {
        onSuccess: () => {
          toast.undo({
            title: labels.communityDeleted(label),
            text: labels.restorePeriod,
            onUndo: () => restoring.mutate({ id }, { onError: toastError }),
          });
          onClose();
        },
      },
    );
  return (
    <ReasonDialog
      title={labels.deleteTitle(label)}
      text={labels.deleteEffect}
      act={labels.confirmDelete}
      pending={deleting.isPending}
      problem={deleting.error ? toProblem(deleting.error) : undefined}
      onClose={onClose}
      onAct={deleteWithReason}
    />
  );
}
