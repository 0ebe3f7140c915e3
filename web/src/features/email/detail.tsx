import { Composer } from "../../entities/email-thread/composer";
import { ThreadDetail } from "../../entities/email-thread/thread-detail";
import { EmailStatus } from "../../gen/parlor/v1/email_thread_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import type { SetUrlState } from "../../lib/use-url-state";
import { BackButton, BackToList, EmptyState } from "../../ui";
import { DetailTitle } from "../../ui/two-pane";
import { detailLabels } from "./detail-labels";
import { labels } from "./labels";
import type { OpenDialog } from "./mailbox-dialogs";
import { useEmailRows, useOutgoing } from "./queries";
import { ScheduledEmail } from "./scheduled-email";
import { type EmailUrlState, outgoingStatuses } from "./url-state";

type Props = {
  urlState: EmailUrlState;
  /** Debounced, as in the list. */
  words: string;
  mailboxes: readonly Mailbox[];
  setUrlState: SetUrlState<EmailUrlState>;
  onDialog: (dialog: OpenDialog) => void;
};

/** The selected thread, draft or scheduled email. */
export default function Detail(props: Props) {
  const { urlState } = props;
  if (urlState.email) return <OutgoingDetail {...props} />;
  if (urlState.id) {
    const { mailboxes, setUrlState, onDialog } = props;
    return (
      <ThreadDetail
        id={urlState.id}
        mailboxes={mailboxes}
        onBack={() => setUrlState({ id: "" })}
        onReplyAsHomeowner={(mailbox, thread) => onDialog({ kind: "test", mailbox, thread })}
      />
    );
  }
  return (
    <article className="desk__detail mail__read" aria-label={labels.title}>
      <NothingOpen {...props} />
    </article>
  );
}

/** Asks to choose an email if the list has any. */
function NothingOpen({ urlState, words }: Props) {
  const { rows } = useEmailRows(urlState, words);
  if (!rows?.length) return null;
  return <EmptyState title={detailLabels.choose} text={detailLabels.chooseText} />;
}

function OutgoingDetail(props: Props) {
  const { urlState, mailboxes, setUrlState } = props;
  const isListed = outgoingStatuses[urlState.folder] !== undefined;
  const query = useOutgoing(urlState, isListed);
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  const message = messages.find(({ id }) => id === urlState.email);
  const close = () => setUrlState({ email: "" });
  if (urlState.email !== "new" && !message)
    return (
      <article
        className="desk__detail mail__read"
        aria-label={labels.title}
        aria-busy={query.isPending}
      >
        <NothingOpen {...props} />
        <BackToList onBack={close} />
      </article>
    );
  if (message?.status === EmailStatus.SCHEDULED)
    return <ScheduledEmail message={message} onClose={close} />;
  return (
    <article className="desk__detail mail__read" aria-label={labels.newEmail}>
      <header className="mail-head">
        <div className="row">
          <BackButton onBack={close} />
          <DetailTitle className="screen-title row__grow">
            {showDirectionMarks(message?.subject ?? "") || labels.newEmail}
          </DetailTitle>
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
