import { CallDialog } from "../../forms";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { toast } from "../../ui";
import { signingLabels } from "./labels";
import { useDeleteSigningSecret } from "./queries";

type Props = { site: WebChatSite; onClose: () => void };

/** Asks before the signing secret of a community's chat is removed. */
export default function DeleteSigningSecret({ site, onClose }: Props) {
  const deleting = useDeleteSigningSecret();
  const { communityId, communityLabel } = site;
  const remove = () =>
    deleting.mutate(
      { communityId },
      {
        onSuccess: () => {
          toast.success(signingLabels.deleted);
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={signingLabels.deleteTitle(communityLabel)}
      call={deleting}
      action={signingLabels.confirmDelete}
      variant="danger"
      onAction={remove}
      onClose={onClose}
    >
      <p>{signingLabels.deleteEffect}</p>
    </CallDialog>
  );
}
