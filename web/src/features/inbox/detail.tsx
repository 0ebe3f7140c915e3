import { ConversationDetail } from "../../entities/conversation/conversation-detail";
import { residentLabel } from "../../entities/conversation/labels";
import { useConversation } from "../../entities/conversation/queries";
import { useConversationActions } from "../../entities/conversation/use-conversation-actions";
import { useMailboxes, useThread } from "../../entities/email-thread/queries";
import { ThreadDetail } from "../../entities/email-thread/thread-detail";
import { useSession } from "../../entities/session/session";
import { ChatDetail } from "../../entities/web-chat/chat-detail";
import { visitorLabel } from "../../entities/web-chat/labels";
import { useWebChat } from "../../entities/web-chat/queries";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import type { EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { Button } from "../../ui";
import { personLabels } from "./detail-labels";
import { labels } from "./labels";
import { MacroMenu } from "./macro-menu";
import { PersonCard } from "./person-card";
import { usePerson } from "./queries";
import { Reply, type Subject, toMergeValues } from "./reply";
import type { InboxUrlState } from "./url-state";
import type { MacroSubject } from "./use-macro-run";
import { useWebChatActions } from "./use-web-chat-actions";
import { WebChatHeader } from "./web-chat-header";

type Props = {
  /** IDs of the shown item; at most one is set. */
  text: string;
  email: string;
  chat: string;
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
    chat: undefined,
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
    chat: undefined,
    communityId,
    communityLabel,
    name: participantName,
    unit,
  };
}

function ofChat(chat: WebChat): Subject {
  const { communityId, communityLabel, verifiedVisitor: verified } = chat;
  const name = verified?.name || chat.name;
  const unit = verified?.unit ?? "";
  return { conversationId: "", threadId: "", chat, communityId, communityLabel, name, unit };
}

/** How often it is asked whether the visitor of a web chat is there, in milliseconds. */
const presenceInterval = 30_000;

type Shown = {
  subject: Subject;
  macroSubject: MacroSubject;
  /** Name on the person's card. May be empty. */
  name: string;
  phone: string;
  address: string;
};

/** Returns what is shown of the selected item; undefined until it is loaded. */
function useShown({ text, email, chat, words }: Props): Shown | undefined {
  const conversation = useConversation(text, words).data?.conversation;
  const thread = useThread(email).data?.thread;
  const { chat: webChat } = useWebChat(chat, presenceInterval);
  if (conversation && text)
    return {
      subject: ofConversation(conversation),
      macroSubject: { conversation },
      name: residentLabel(conversation),
      phone: conversation.phone,
      address: "",
    };
  if (thread && email)
    return {
      subject: ofThread(thread),
      macroSubject: { thread },
      name: thread.participantName,
      phone: "",
      address: thread.participantAddress,
    };
  if (webChat && chat)
    return {
      subject: ofChat(webChat),
      macroSubject: { chat: webChat },
      name: visitorLabel(webChat),
      phone: "",
      address: webChat.email,
    };
  return undefined;
}

/** The selected text conversation, email or web chat, with the person's card. */
export default function Detail(props: Props) {
  const { text, email, chat, isChosen, loading, words, urlState } = props;
  const { onLeave, onPerson, onManage } = props;
  const open = text || email || chat;
  const shown = useShown(props);
  const { phone = "", address = "" } = shown ?? {};
  const communityId = shown?.subject.communityId ?? "";
  const whose = phone || address ? { communityId, phone, email: address } : undefined;
  const person = usePerson(whose).data?.person;
  const { user } = useSession();
  const mailboxes = useMailboxes().data?.mailboxes ?? [];
  const actions = useConversationActions(onLeave);
  const chatActions = useWebChatActions(onLeave);

  const common = {
    onBack: onLeave,
    moreActions: (
      <>
        {shown ? (
          <MacroMenu
            key={`macros-${open}`}
            subject={shown.macroSubject}
            values={toMergeValues(shown.subject, person, user)}
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
  const reply = shown ? (
    <Reply
      key={`reply-${open}`}
      subject={shown.subject}
      person={person}
      mailboxes={mailboxes}
      actions={actions}
      chatActions={chatActions}
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
      ) : chat ? (
        <ChatDetail
          key={chat}
          id={chat}
          loading={loading}
          onBack={onLeave}
          header={(webChat) => (
            <WebChatHeader chat={webChat} actions={chatActions} isChosen={isChosen} {...common} />
          )}
        >
          {() => reply}
        </ChatDetail>
      ) : (
        <NothingOpen loading={loading} onLeave={onLeave} actions={actions} />
      )}
      <PersonCard
        person={person}
        item={shown && { ...shown.subject, name: shown.name, phone, email: address }}
        open={open}
        urlState={urlState}
        whose={whose}
        isUnverified={shown?.subject.chat !== undefined && !shown.subject.chat.verifiedVisitor}
        onBack={() => onPerson(false)}
      />
    </>
  );
}

type NothingOpenProps = Pick<Props, "loading" | "onLeave"> & {
  actions: ReturnType<typeof useConversationActions>;
};

/** In place of a conversation: its shape while the list is loading. An empty or failed list has none to choose. */
function NothingOpen({ loading, onLeave, actions }: NothingOpenProps) {
  if (!loading) return <article className="desk__detail" aria-label={labels.title} />;
  return (
    <ConversationDetail
      id=""
      listed={undefined}
      loading
      chosen={false}
      words=""
      actions={actions}
      onBack={onLeave}
    />
  );
}
