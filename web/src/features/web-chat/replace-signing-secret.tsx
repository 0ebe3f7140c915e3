import { CallDialog } from "../../forms";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { Button, Dialog, OneTimeSecret } from "../../ui";
import { signingLabels } from "./labels";
import { useReplaceSigningSecret } from "./queries";

type Props = { site: WebChatSite; onClose: () => void };

/** Creates or replaces the signing secret of a community's chat, and shows it once. */
export default function ReplaceSigningSecret({ site, onClose }: Props) {
  const replacing = useReplaceSigningSecret();
  const { communityId, communityLabel, signingSecretCreatedAt } = site;
  if (replacing.data) {
    return (
      <Dialog
        open
        staysOpen
        title={signingLabels.secretTitle(communityLabel)}
        onClose={onClose}
        foot={
          <Button variant="primary" onPress={onClose}>
            {signingLabels.secretSaved}
          </Button>
        }
      >
        <OneTimeSecret
          label={signingLabels.secret}
          secret={replacing.data.signingSecret}
          hint={signingLabels.secretHint}
        />
      </Dialog>
    );
  }
  const isFirst = signingSecretCreatedAt === undefined;
  return (
    <CallDialog
      title={
        isFirst
          ? signingLabels.createTitle(communityLabel)
          : signingLabels.replaceTitle(communityLabel)
      }
      call={replacing}
      action={isFirst ? signingLabels.create : signingLabels.replace}
      variant={isFirst ? "primary" : "danger"}
      onAction={() => replacing.mutate({ communityId })}
      onClose={onClose}
    >
      <p>{isFirst ? signingLabels.createEffect : signingLabels.replaceEffect}</p>
    </CallDialog>
  );
}
