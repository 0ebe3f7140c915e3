import { Suspense, useRef, useState } from "react";
import { useMailboxes } from "../../entities/email-thread/queries";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { lazyWithReload } from "../../lib/lazy";
import { useDebounced } from "../../lib/use-debounced";
import { SearchField } from "../../ui";
import "./email.css";
import { EmailList } from "./email-list";
import { CompactFolders, Folders } from "./folders";
import { labels } from "./labels";
import type { OpenDialog } from "./mailbox-dialogs";
import { useEmailUrlState } from "./url-state";

const loadDetail = () => import("./detail");
// Loaded in parallel with the page: a wide window always shows a thread.
loadDetail().catch(() => undefined);
const Detail = lazyWithReload(loadDetail);
/** Loaded when one is opened. */
const MailboxDialogs = lazyWithReload(() => import("./mailbox-dialogs"));

const searchDelay = 250;

/** Email: folders and mailboxes, the list, and the selected email. */
export default function EmailPage() {
  const [urlState, setUrlState] = useEmailUrlState();
  const [dialog, setDialog] = useState<OpenDialog>();
  const words = useDebounced(urlState.words, searchDelay);
  const mailboxes = useMailboxes();
  const search = useRef<HTMLInputElement>(null);
  const compose = () => setUrlState({ id: "", email: "new" });
  useShortcuts("email", { c: compose, "/": () => search.current?.focus() });

  const navigation = {
    urlState,
    mailboxes: mailboxes.data?.mailboxes ?? [],
    onChange: (change: Partial<typeof urlState>) =>
      setUrlState({ id: "", email: "", words: "", ...change }),
    onCompose: compose,
    onDialog: setDialog,
  };
  const isOpen = urlState.id !== "" || urlState.email !== "";
  return (
    <div className="mail">
      <Folders {...navigation} problem={mailboxes.error} isLoaded={mailboxes.data !== undefined} />
      <div className="desk" data-view={isOpen ? "detail" : "list"}>
        <section className="desk__list" aria-label={labels.title}>
          <CompactFolders {...navigation} />
          <div className="desk__filters">
            <SearchField
              inputRef={search}
              label={labels.search}
              hideLabel
              placeholder={labels.search}
              maxLength={200}
              value={urlState.words}
              onChange={(text) => setUrlState({ words: text.trim(), id: "", email: "" }, true)}
            />
          </div>
          <EmailList urlState={urlState} words={words} setUrlState={setUrlState} />
        </section>
        <Suspense fallback={<article className="desk__detail" aria-busy="true" />}>
          <Detail
            urlState={urlState}
            words={words}
            mailboxes={navigation.mailboxes}
            setUrlState={setUrlState}
            onDialog={setDialog}
          />
        </Suspense>
      </div>
      {dialog && (
        <Suspense fallback={null}>
          <MailboxDialogs
            open={dialog}
            mailboxes={navigation.mailboxes}
            onClose={() => setDialog(undefined)}
            onThread={(id) => setUrlState({ id, email: "", folder: "inbox", words: "" })}
          />
        </Suspense>
      )}
    </div>
  );
}
