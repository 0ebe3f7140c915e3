import { useEffect, useEffectEvent, useState } from "react";
import {
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import type { GetEmailThreadResponse } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { useHotkeys } from "../../lib/use-hotkeys";
import { Button } from "../../ui";
import { Composer } from "./composer";
import { EmailCard } from "./email-card";
import { labels, participantLabel } from "./labels";
import type { OpenDialog } from "./mailbox-dialogs";
import { useMark } from "./queries";
import { ThreadHeader } from "./thread-header";

type Props = {
  thread: EmailThread;
  page: GetEmailThreadResponse;
  mailbox: Mailbox | undefined;
  onBack: () => void;
  onDialog: (dialog: OpenDialog) => void;
};

/** Marks a visible thread as read, when it opens and when emails arrive. */
function useMarkRead({ id, isUnread, messageCount }: EmailThread) {
  const { mutate } = useMark();
  const [seen, setSeen] = useState(0);
  const mark = useEffectEvent(() => {
    if (!isUnread || document.visibilityState !== "visible") return;
    setSeen(messageCount);
    mutate({ id, isUnread: false });
  });
  // The visibility of the window is external to React. A thread that is marked as unread stays so.
  useEffect(() => {
    if (messageCount === seen) return;
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [messageCount, seen]);
}

/** A thread: header, emails and reply. */
export function ThreadView({ thread, page, mailbox, onBack, onDialog }: Props) {
  useMarkRead(thread);
  const emails = [...page.messages].reverse();
  return (
    <article
      className="desk__detail mail__read"
      aria-label={`Email from ${participantLabel(thread)}`}
    >
      <ThreadHeader thread={thread} mailbox={mailbox} onBack={onBack} onDialog={onDialog} />
      <div className="mail__body">
        {emails.map((message, place) => (
          <EmailCard key={message.id} message={message} isLast={place === emails.length - 1} />
        ))}
      </div>
      <Reply thread={thread} page={page} mailbox={mailbox} />
    </article>
  );
}

function Reply({ thread, page, mailbox }: Pick<Props, "thread" | "page" | "mailbox">) {
  const [open, setOpen] = useState(page.draft !== undefined);
  const [restored, setRestored] = useState<{ draft: EmailMessage }>();
  const start = () => setOpen(true);
  useHotkeys({ r: start });
  const waits = page.messages.some(({ status }) => status === EmailStatus.SCHEDULED);
  if (!open)
    return (
      <div className="mail__foot">
        <Button variant="primary" icon="pen" onPress={start} isDisabled={waits}>
          {labels.reply}
        </Button>
        {waits ? <p className="caption">A reply is about to be sent.</p> : null}
      </div>
    );
  return (
    <Composer
      key={restored?.draft.id ?? ""}
      mailboxes={mailbox ? [mailbox] : []}
      mailboxId={thread.mailboxId}
      threadId={thread.id}
      draft={restored?.draft ?? page.draft}
      defaultTo={thread.participantAddress}
      participant={thread.participantName}
      onDone={() => {
        setOpen(false);
        setRestored(undefined);
      }}
      onRestore={(draft) => {
        setRestored({ draft });
        setOpen(true);
      }}
    />
  );
}
