import { tell } from "../../../forms/tell";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { toProblem } from "../../../rpc/problem";
import { toast } from "../../../ui";
import { ReasonDialog } from "../../../ui/table";
import { useDelete, useRestore } from "./queries";

type Props = { community: TextCommunity; onClose: () => void };

/** Deletes with a reason; for a moment it is taken back with a key, for 30 days by hand. */
export function Deletion({ community, onClose }: Props) {
  const { id, label } = community;
  const deleting = useDelete();
  const restoring = useRestore();
  const act = (reason: string) =>
    deleting.mutate(
      { id, reason },
      {
        onSuccess: () => {
          toast.undo({
            title: `Deleted ${label}.`,
            text: "It can be restored for 30 days.",
            onUndo: () => restoring.mutate({ id }, { onError: tell }),
          });
          onClose();
        },
      },
    );
  return (
    <ReasonDialog
      title={`Delete ${label}?`}
      text="It is gone for everybody at once: residents who text it reach nobody, and its answers are out of use. You can restore it for 30 days; then all of it is purged."
      act="Delete the community"
      pending={deleting.isPending}
      problem={deleting.error ? toProblem(deleting.error) : undefined}
      onClose={onClose}
      onAct={act}
    />
  );
}
