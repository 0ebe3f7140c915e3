import { useState } from "react";
import { CallDialog } from "../../forms";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { Button, TextArea, toast } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { snippet } from "../../widget/snippet";
import { snippetLabels } from "./labels";
import { useReplaceKey } from "./queries";

type Props = { site: WebChatSite; isAdministrator: boolean };

/** The code that shows the chat in a website. Administrators can replace its key. */
export function SnippetPanel({ site, isAdministrator }: Props) {
  const [isReplacing, setIsReplacing] = useState(false);
  const code = snippet(window.location.origin, site.key);
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => toast.success(snippetLabels.copied),
      () => toast.warning(snippetLabels.copyFailed),
    );
  return (
    <section className="panel" aria-label={snippetLabels.title}>
      <div className="panel__head">
        <PartTitle>{snippetLabels.title}</PartTitle>
      </div>
      <div className="panel__body">
        {site.key ? (
          <TextArea
            label={snippetLabels.snippet}
            description={snippetLabels.snippetHint}
            value={code}
            isReadOnly
          />
        ) : (
          <p className="secondary">{snippetLabels.saveFirst}</p>
        )}
      </div>
      {site.key ? (
        <div className="panel__foot">
          {isAdministrator ? (
            <Button variant="quiet" icon="keys" onPress={() => setIsReplacing(true)}>
              {snippetLabels.replaceKey}
            </Button>
          ) : null}
          <span className="row__grow" />
          <Button icon="copy" onPress={copy}>
            {snippetLabels.copy}
          </Button>
        </div>
      ) : null}
      {isReplacing ? <ReplaceKey site={site} onClose={() => setIsReplacing(false)} /> : null}
    </section>
  );
}

function ReplaceKey({ site, onClose }: { site: WebChatSite; onClose: () => void }) {
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
