import { ConversationDetail } from "../../entities/conversation/conversation-detail";
import { residentLabel } from "../../entities/conversation/labels";
import { useConversation } from "../../entities/conversation/queries";
import { useConversationActions } from "../../entities/conversation/use-conversation-actions";
import { useMailboxes, useThread } from "../../entities/email-thread/queries";
import { ThreadDetail } from "../../entities/email-thread/thread-detail";
import { useSession } from "../../entities/session/session";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import type { EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import { Button, EmptyState } from "../../ui";
import { TwoPaneSkeleton } from "../../ui/two-pane";
import { detailLabels, personLabels } from "./detail-labels";
import { labels } from "./labels";
import { MacroMenu } from "./macro-menu";
import { PersonCard } from "./person-card";
import { usePerson } from "./queries";
import { Reply, type Subject, toMergeValues } from "./reply";
import type { InboxUrlState } from "./url-state";

type Props = {
  /** IDs of the shown item; at most one is set. */
  text: string;
  email: string;
  /** The user opened it. False if it is shown because it is the first in the list. */
  isChosen: boolean;
  loading: boolean;
  words: string;
  urlState: InboxUrlState;
  onLeave: () => void;
  onPerson: (isShown: boolean) => void;
  onManage: () => void;
};

function ofConversation(conversation: Conversation): Subject {
  const { id, communityId, communityLabel, resident } = conversation;
  return {
    conversationId: id,
    threadId: "",
    communityId,
    communityLabel,
    name: resident?.name ?? "",
    unit: resident?.unit ?? "",
  };
}

function ofThread({
  id,
  communityId,
  communityLabel,
  participantName,
  unit,
}: EmailThread): Subject {
  return {
    conversationId: "",
    threadId: id,
    communityId,
    communityLabel,
    name: participantName,
    unit,
  };
}

/** The selected text conversation or email, with the person's card. */
export default function Detail(props: Props) {
  const { text, email, isChosen, loading, words, urlState, onLeave, onPerson, onManage } = props;
  const conversation = useConversation(text, words).data?.conversation;
  const thread = useThread(email).data?.thread;
  const shown = text ? conversation : thread;
  const phone = text ? (conversation?.phone ?? "") : "";
  const address = text ? "" : (thread?.participantAddress ?? "");
  const whose = shown && { communityId: shown.communityId, phone, email: address };
  const person = usePerson(whose).data?.person;
  const { user } = useSession();
  const mailboxes = useMailboxes().data?.mailboxes ?? [];
  const actions = useConversationActions(onLeave);

  const subject = text ? conversation && ofConversation(conversation) : thread && ofThread(thread);
  const macroSubject = text ? conversation && { conversation } : thread && { thread };
  const common = {
    onBack: onLeave,
    moreActions: (
      <>
        {subject && macroSubject ? (
          <MacroMenu
            key={`macros-${text || email}`}
            subject={macroSubject}
            values={toMergeValues(subject, person, user)}
            onAway={onLeave}
          />
        ) : null}
        <Button
          size="small"
          icon="persona"
          className="inbox__to-person"
          aria-label={personLabels.person}
          onPress={() => onPerson(true)}
        />
      </>
    ),
  };
  const reply = subject ? (
    <Reply
      key={`reply-${text || email}`}
      subject={subject}
      person={person}
      mailboxes={mailboxes}
      actions={actions}
      onManage={onManage}
    />
  ) : null;
  return (
    <>
      {text ? (
        <ConversationDetail
          id={text}
          listed={undefined}
          loading={loading}
          chosen={isChosen}
          words={words}
          actions={actions}
          {...common}
        >
          {() => reply}
        </ConversationDetail>
      ) : email ? (
        <ThreadDetail id={email} mailboxes={mailboxes} isChosen={isChosen} {...common}>
          {() => reply}
        </ThreadDetail>
      ) : (
        <article className="desk__detail" aria-label={labels.title}>
          {loading ? (
            <TwoPaneSkeleton label={detailLabels.loading} />
          ) : (
            <EmptyState title={detailLabels.choose} text={detailLabels.chooseText} />
          )}
        </article>
      )}
      <PersonCard
        person={person}
        item={
          subject && {
            ...subject,
            name: conversation ? residentLabel(conversation) : subject.name,
            phone,
            email: address,
          }
        }
        open={text || email}
        urlState={urlState}
        whose={whose}
        onBack={() => onPerson(false)}
      />
    </>
  );
}
