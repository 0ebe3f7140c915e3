import type { ReactNode } from "react";
import type { EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import type { GetEmailThreadResponse } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { useMarkRead } from "../../lib/use-mark-read";
import { Notes } from "../note/notes";
import { EmailCard } from "./email-card";
import { EmailReply } from "./email-reply";
import { participantLabel } from "./labels";
import { emailNotes, useMark } from "./queries";
import { ThreadHeader } from "./thread-header";
import { threadLabels } from "./thread-labels";

type Props = {
  thread: EmailThread;
  page: GetEmailThreadResponse;
  mailbox: Mailbox | undefined;
  /** The user opened it. False if it is shown only because it is the first in the list. */
  isChosen?: boolean | undefined;
  /** Shown below the emails. Defaults to a reply. */
  children?: ReactNode;
} & Pick<Parameters<typeof ThreadHeader>[0], "onBack" | "onReplyAsHomeowner" | "moreActions">;

/** A thread: header, emails and reply. */
export function ThreadView({ thread, page, mailbox, isChosen = true, children, ...head }: Props) {
  useMarkRead(thread, isChosen, useMark().mutate);
  const emails = [...page.messages].reverse();
  return (
    <article
      className="desk__detail mail__read"
      aria-label={threadLabels.emailFrom(participantLabel(thread))}
    >
      <ThreadHeader thread={thread} mailbox={mailbox} {...head} />
      <div className="mail__body">
        {emails.map((message, place) => (
          <EmailCard key={message.id} message={message} isLast={place === emails.length - 1} />
        ))}
      </div>
      <Notes id={thread.id} methods={emailNotes} />
      {children ?? <EmailReply thread={thread} page={page} mailbox={mailbox} />}
    </article>
  );
}
