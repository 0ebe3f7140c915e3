import { useState } from "react";
import {
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import type { GetEmailThreadResponse } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { Button } from "../../ui";
import { useShortcuts } from "../shortcut/use-shortcuts";
import { Composer, type ComposerProps } from "./composer";
import { threadLabels } from "./thread-labels";

type Props = {
  thread: EmailThread;
  page: GetEmailThreadResponse;
  mailbox: Mailbox | undefined;
  /** Starts with the composer open. */
  isOpen?: boolean;
} & Pick<ComposerProps, "channel" | "tools">;

/** Replies to a thread. */
export function EmailReply({ thread, page, mailbox, isOpen = false, channel, tools }: Props) {
  const [open, setOpen] = useState(isOpen || page.draft !== undefined);
  // ID of the draft that was last sent or discarded, because older cached pages still contain it.
  const [finishedDraftId, setFinishedDraftId] = useState("");
  const [restored, setRestored] = useState<{ draft: EmailMessage }>();
  const start = () => setOpen(true);
  useShortcuts("emailReply", { r: start });
  const hasScheduledReply = page.messages.some(({ status }) => status === EmailStatus.SCHEDULED);
  // A draft that the bot writes while the thread is open is shown immediately.
  const hasBotDraft =
    page.draft !== undefined && page.draft.botNote !== "" && page.draft.id !== finishedDraftId;
  if (!open && !hasBotDraft)
    return (
      <div className="mail__foot">
        {channel}
        <Button variant="primary" icon="pen" onPress={start} isDisabled={hasScheduledReply}>
          {threadLabels.reply}
        </Button>
        {hasScheduledReply ? <p className="caption">{threadLabels.replyQueued}</p> : null}
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
      channel={channel}
      tools={tools}
      onDone={() => {
        setOpen(false);
        setFinishedDraftId(page.draft?.id ?? "");
        setRestored(undefined);
      }}
      onRestore={(draft) => {
        setRestored({ draft });
        setOpen(true);
      }}
    />
  );
}
