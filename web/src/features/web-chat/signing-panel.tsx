import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Suspense, useState } from "react";
import type { WebChatSite } from "../../gen/parlor/v1/web_chat_site_pb";
import { formatFullDateTime } from "../../lib/format-date";
import { lazyWithReload } from "../../lib/lazy";
import { Button, SegmentedControl, TextArea } from "../../ui";
import { PartTitle } from "../../ui/two-pane";
import { signedSnippet } from "../../widget/snippet";
import { signingLabels } from "./labels";
import { type SampleLanguage, signingSample } from "./signing-samples";

/** Loaded when they are opened. */
const ReplaceSecret = lazyWithReload(() => import("./replace-signing-secret"));
const DeleteSecret = lazyWithReload(() => import("./delete-signing-secret"));

type Props = { site: WebChatSite; isAdministrator: boolean };

/** How the website tells the chat who is signed in there. Administrators create, replace and remove the secret. */
export function SigningPanel({ site, isAdministrator }: Props) {
  const [dialog, setDialog] = useState<"replace" | "delete">();
  const close = () => setDialog(undefined);
  const { key, signingSecretCreatedAt: createdAt } = site;
  const created = createdAt ? formatFullDateTime(timestampDate(createdAt)) : "";
  return (
    <section className="panel" aria-label={signingLabels.title}>
      <div className="panel__head">
        <PartTitle>{signingLabels.title}</PartTitle>
      </div>
      <div className="panel__body stack stack--loose">
        <p className="secondary">{key ? signingLabels.explanation : signingLabels.saveFirst}</p>
        {key ? <p>{created ? signingLabels.createdAt(created) : signingLabels.noSecret}</p> : null}
        {key && created ? <Samples siteKey={key} /> : null}
      </div>
      {key && isAdministrator ? (
        <div className="panel__foot">
          {created ? (
            <Button variant="quiet" icon="bin" onPress={() => setDialog("delete")}>
              {signingLabels.deleteSecret}
            </Button>
          ) : null}
          <span className="row__grow" />
          <Button icon="keys" onPress={() => setDialog("replace")}>
            {created ? signingLabels.replaceSecret : signingLabels.createSecret}
          </Button>
        </div>
      ) : null}
      <Suspense fallback={null}>
        {dialog === "replace" ? <ReplaceSecret site={site} onClose={close} /> : null}
        {dialog === "delete" ? <DeleteSecret site={site} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}

/** What the server of the website and its page have to do. */
function Samples({ siteKey }: { siteKey: string }) {
  const [language, setLanguage] = useState<SampleLanguage>("node");
  return (
    <>
      <SegmentedControl
        size="small"
        label={signingLabels.language}
        value={language}
        onChange={(chosen) => setLanguage(chosen as SampleLanguage)}
        options={signingLabels.languages}
      />
      <TextArea
        label={signingLabels.onServer}
        description={signingLabels.onServerHint}
        value={signingSample(language, siteKey)}
        rows={7}
        isReadOnly
      />
      <TextArea
        label={signingLabels.onPage}
        description={signingLabels.onPageHint}
        value={signedSnippet(window.location.origin, siteKey)}
        rows={4}
        isReadOnly
      />
    </>
  );
}
