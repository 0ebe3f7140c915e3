import { CallDialog } from "../../forms";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { toast } from "../../ui";
import { snippetLabels } from "./labels";
import { useReplaceKey } from "./queries";

type Props = { site: WebChatSite; onClose: () => void };

/** Asks before the key of a community's chat is replaced. */
export default function ReplaceKey({ site, onClose }: Props) {
  const replacing = useReplaceKey();
  const { communityId, communityLabel } = site;
  const replace = () =>
    replacing.mutate(
      { communityId },
      {
        onSuccess: () => {
          toast.success(snippetLabels.replaced);
          onClose();
        },
      },
    );
  return (
    <CallDialog
      title={snippetLabels.replaceTitle(communityLabel)}
      call={replacing}
      action={snippetLabels.replace}
      variant="danger"
      onAction={replace}
      onClose={onClose}
    >
      <p>{snippetLabels.replaceEffect}</p>
    </CallDialog>
  );
}
