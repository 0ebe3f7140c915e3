import { toProblem } from "../../api/problem";
import { EmailStatus } from "../../gen/parlor/v1/email_thread_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import type { SetUrlState } from "../../lib/use-url-state";
import { Button, EmptyState, ErrorState, Skeleton } from "../../ui";
import { Composer } from "./composer";
import { labels } from "./labels";
import type { OpenDialog } from "./mailbox-dialogs";
import { useOutgoing, useThread } from "./queries";
import { ScheduledEmail } from "./scheduled-email";
import { ThreadView } from "./thread-view";
import { type EmailUrlState, outgoingStatuses } from "./url-state";

type Props = {
  urlState: EmailUrlState;
  mailboxes: readonly Mailbox[];
  setUrlState: SetUrlState<EmailUrlState>;
  onDialog: (dialog: OpenDialog) => void;
};

/** The selected thread, draft or scheduled email. */
export function Detail(props: Props) {
  const { urlState } = props;
  if (urlState.email) return <OutgoingDetail {...props} />;
  if (urlState.id) return <ThreadDetail {...props} />;
  return (
    <article className="desk__detail mail__read" aria-label={labels.title}>
      <EmptyState title={labels.choose} text={labels.chooseText} />
    </article>
  );
}

function BackToList({ onBack }: { onBack: () => void }) {
  return (
    <div className="only-phone desk__more">
      <Button icon="back" onPress={onBack}>
        {labels.backToList}
      </Button>
    </div>
  );
}

function ThreadDetail({ urlState, mailboxes, setUrlState, onDialog }: Props) {
  const query = useThread(urlState.id);
  const onBack = () => setUrlState({ id: "" });
  if (query.data?.thread)
    return (
      <ThreadView
        key={urlState.id}
        thread={query.data.thread}
        page={query.data}
        mailbox={mailboxes.find(({ id }) => id === query.data.thread?.mailboxId)}
        onBack={onBack}
        onDialog={onDialog}
      />
    );
  return (
    <article className="desk__detail mail__read" aria-label="Email" aria-busy={query.isFetching}>
      {query.error ? (
        <>
          <ErrorState
            title="Couldn't load this email"
            problem={toProblem(query.error)}
            onRetry={() => void query.refetch()}
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

function OutgoingDetail({ urlState, mailboxes, setUrlState }: Props) {
  const isListed = outgoingStatuses[urlState.folder] !== undefined;
  const query = useOutgoing(urlState, isListed);
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  const message = messages.find(({ id }) => id === urlState.email);
  const close = () => setUrlState({ email: "" });
  if (urlState.email !== "new" && !message)
    return (
      <article className="desk__detail mail__read" aria-label="Email" aria-busy={query.isPending}>
        <EmptyState title={labels.choose} text={labels.chooseText} />
        <BackToList onBack={close} />
      </article>
    );
  if (message?.status === EmailStatus.SCHEDULED)
    return <ScheduledEmail message={message} onClose={close} />;
  return (
    <article className="desk__detail mail__read" aria-label={labels.newEmail}>
      <header className="mail-head">
        <div className="row">
          <Button
            variant="quiet"
            icon="back"
            className="only-phone"
            aria-label={labels.backToList}
            onPress={close}
          />
          <h2 className="screen-title row__grow">{message?.subject || labels.newEmail}</h2>
        </div>
      </header>
      <Composer
        key={urlState.email}
        mailboxes={mailboxes}
        mailboxId={message?.mailboxId || urlState.mailbox || (mailboxes[0]?.id ?? "")}
        threadId={message?.threadId ?? ""}
        draft={message}
        onDone={close}
        onRestore={(draft) => setUrlState({ folder: "drafts", id: "", email: draft.id })}
      />
    </article>
  );
}
