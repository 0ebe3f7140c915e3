import { Suspense, useState } from "react";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { lazyWithReload } from "../../lib/lazy";
import { Button, TextArea, toast } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { snippet } from "../../widget/snippet";
import { snippetLabels } from "./labels";

/** Loaded when it is opened. */
const ReplaceKey = lazyWithReload(() => import("./replace-key"));

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
      {isReplacing ? (
        <Suspense fallback={null}>
          <ReplaceKey site={site} onClose={() => setIsReplacing(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
