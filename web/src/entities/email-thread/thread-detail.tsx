import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import type { EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import type { GetEmailThreadResponse } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { BackToList, ErrorState, Skeleton } from "../../ui";
import "./email-thread.css";
import { useThread } from "./queries";
import { threadLabels } from "./thread-labels";
import { ThreadView } from "./thread-view";

type Props = {
  id: string;
  mailboxes: readonly Mailbox[];
  /** The user opened it. False if it is shown only because it is the first in the list. */
  isChosen?: boolean;
  onBack: () => void;
  /** Delivers a reply as the homeowner. Unset where that isn't possible. */
  onReplyAsHomeowner?: (mailbox: Mailbox, thread: EmailThread) => void;
  /** Further actions of the header. */
  moreActions?: ReactNode;
  /** Shown below the emails. Defaults to a reply. */
  children?: (page: GetEmailThreadResponse, thread: EmailThread) => ReactNode;
};

/** Loads a thread and shows it. */
export function ThreadDetail(props: Props) {
  const { id, mailboxes, isChosen, onBack, onReplyAsHomeowner, moreActions, children } = props;
  const query = useThread(id);
  const thread = query.data?.thread;
  const mailbox = mailboxes.find((one) => one.id === thread?.mailboxId);
  if (query.data && thread)
    return (
      <ThreadView
        key={id}
        thread={thread}
        page={query.data}
        mailbox={mailbox}
        isChosen={isChosen}
        onBack={onBack}
        onReplyAsHomeowner={
          mailbox && onReplyAsHomeowner ? () => onReplyAsHomeowner(mailbox, thread) : undefined
        }
        moreActions={moreActions}
      >
        {children?.(query.data, thread)}
      </ThreadView>
    );
  return (
    <article
      className="desk__detail mail__read"
      aria-label={threadLabels.email}
      aria-busy={query.isFetching}
    >
      {query.error ? (
        <>
          <ErrorState
            title={threadLabels.failed}
            problem={toProblem(query.error)}
            onRetry={() => query.refetch()}
          />
          <BackToList onBack={onBack} />
        </>
      ) : (
        <div className="mail__body" aria-hidden="true">
          <Skeleton wide="240px" high="22px" />
          <Skeleton wide="320px" />
          <Skeleton wide="280px" />
        </div>
      )}
    </article>
  );
}
