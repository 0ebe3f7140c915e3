import { type ReactNode, useState } from "react";
import { ConversationComposer } from "../../entities/conversation/composer";
import { useConversation } from "../../entities/conversation/queries";
import type { ConversationActions } from "../../entities/conversation/use-conversation-actions";
import { Composer } from "../../entities/email-thread/composer";
import { EmailReply } from "../../entities/email-thread/email-reply";
import { useThread } from "../../entities/email-thread/queries";
import { fullName, useSession } from "../../entities/session/session";
import type { FieldTools } from "../../forms/field-tools";
import type { EmailMessage } from "../../gen/parlor/v1/email_thread_pb";
import { InboxChannel, type InboxPerson } from "../../gen/parlor/v1/inbox_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { formatPhone } from "../../lib/names";
import { SegmentedControl } from "../../ui";
import { useCannedReplyTools } from "./canned-replies";
import { replyLabels } from "./detail-labels";
import { channelNames } from "./labels";
import type { MergeValues } from "./merge-fields";
import type { Channel } from "./url-state";
import type { WebChatActions } from "./use-web-chat-actions";
import { chatLabels } from "./web-chat-labels";
import { WebChatReply } from "./web-chat-reply";

type ReplyChannel = Exclude<Channel, "">;

/** The item that the reply answers: one of the IDs, or the chat, is set. */
export type Subject = {
  conversationId: string;
  threadId: string;
  chat: WebChat | undefined;
  communityId: string;
  communityLabel: string;
  name: string;
  unit: string;
};

type Props = {
  subject: Subject;
  person: InboxPerson | undefined;
  mailboxes: readonly Mailbox[];
  actions: ConversationActions;
  chatActions: WebChatActions;
  onManage: () => void;
};

function toName(subject: Subject, person: InboxPerson | undefined): string {
  return person?.name || subject.name;
}

/** Returns the values of the merge fields of a reply. */
export function toMergeValues(
  subject: Subject,
  person: InboxPerson | undefined,
  user: User,
): MergeValues {
  // Nothing from the account that merely has the visitor's address goes into a reply. The name and
  // unit of a verified visitor are in `subject`.
  const known = subject.chat ? undefined : person;
  return {
    first_name: toName(subject, known).split(" ")[0] ?? "",
    unit: known?.unit || subject.unit,
    community_name: subject.communityLabel,
    staff_name: fullName(user),
  };
}

/** Returns where a reply goes in each channel. Channels without a recipient are not offered. */
function toPlaces({ subject, person, mailboxes }: Props) {
  const items = person?.items ?? [];
  const newest = (channel: InboxChannel) => items.find((one) => one.channel === channel);
  const address = person?.addresses.find(({ email }) => email)?.email ?? "";
  const mailbox = mailboxes.find(({ communityId }) => communityId === subject.communityId);
  const text = newest(InboxChannel.TEXT);
  const email = newest(InboxChannel.EMAIL);
  return {
    conversationId: subject.conversationId || (text?.conversationId ?? ""),
    threadId: subject.threadId || (email?.emailThreadId ?? ""),
    newEmail: address && mailbox ? { address, mailbox } : undefined,
  };
}

/** Replies in the channel of the item, or in another one that the person has. */
export function Reply(props: Props) {
  const { subject, person, actions, chatActions, onManage } = props;
  const { user } = useSession();
  const { chat } = subject;
  const own: ReplyChannel = chat ? "chat" : subject.conversationId ? "text" : "email";
  const [channel, setChannel] = useState(own);
  const places = toPlaces(props);
  const can = {
    text: places.conversationId !== "",
    email: places.threadId !== "" || places.newEmail !== undefined,
    chat: true,
  };
  // Only web chats offer the chat: a text or an email does not lead back to one.
  const offered: ReplyChannel[] = chat ? ["chat", "text", "email"] : ["text", "email"];
  const name = toName(subject, person);
  const tools = useCannedReplyTools(toMergeValues(subject, person, user), onManage);
  const choice = (to: string) => (
    <div className="reply-by">
      <span className="label only-desk">{replyLabels.by}</span>
      <SegmentedControl
        size="small"
        label={replyLabels.channel}
        value={channel}
        onChange={(next) => setChannel(next as ReplyChannel)}
        options={offered.map((value) => ({
          value,
          ...channelNames[value],
          disabled: !can[value],
        }))}
      />
      {to ? <span className="caption truncate">{to}</span> : null}
    </div>
  );
  if (channel === "chat")
    return chat ? (
      <WebChatReply
        key={chat.id}
        chat={chat}
        actions={chatActions}
        channel={choice(chatLabels.inChat)}
        tools={tools}
      />
    ) : null;
  if (channel === "text")
    return <TextReply id={places.conversationId} actions={actions} choice={choice} tools={tools} />;
  if (places.threadId)
    return (
      <ThreadReply
        id={places.threadId}
        isOther={own !== "email"}
        mailboxes={props.mailboxes}
        choice={choice}
        tools={tools}
      />
    );
  return places.newEmail ? (
    <FirstEmail
      {...places.newEmail}
      name={name}
      choice={choice}
      tools={tools}
      onDone={() => setChannel(own)}
      onRestore={() => setChannel("email")}
    />
  ) : null;
}

type ChannelProps = { choice: (to: string) => ReactNode; tools: FieldTools };

function TextReply(props: ChannelProps & { id: string; actions: ConversationActions }) {
  const { id, actions, choice, tools } = props;
  const page = useConversation(id, "").data;
  const conversation = page?.conversation;
  if (!conversation) return <div className="mail__foot">{choice("")}</div>;
  return (
    <ConversationComposer
      key={id}
      conversation={conversation}
      maxPhotos={page.maxPhotos}
      actions={actions}
      channel={choice(replyLabels.toPhone(formatPhone(conversation.phone)))}
      tools={tools}
    />
  );
}

type ThreadProps = ChannelProps & {
  id: string;
  /** The thread is not the one that is shown above. */
  isOther: boolean;
  mailboxes: readonly Mailbox[];
};

function ThreadReply({ id, isOther, mailboxes, choice, tools }: ThreadProps) {
  const page = useThread(id).data;
  const thread = page?.thread;
  if (!thread) return <div className="mail__foot">{choice("")}</div>;
  return (
    <EmailReply
      key={id}
      thread={thread}
      page={page}
      mailbox={mailboxes.find((one) => one.id === thread.mailboxId)}
      isOpen={isOther}
      channel={choice(isOther ? replyLabels.inThread(thread.subject) : "")}
      tools={tools}
    />
  );
}

type FirstEmailProps = ChannelProps & {
  address: string;
  mailbox: Mailbox;
  name: string;
  onDone: () => void;
  onRestore: () => void;
};

/** The first email to a person who only texted. */
function FirstEmail(props: FirstEmailProps) {
  const { address, mailbox, name, choice, tools, onDone, onRestore } = props;
  const [draft, setDraft] = useState<EmailMessage>();
  return (
    <Composer
      key={draft?.id ?? ""}
      mailboxes={[mailbox]}
      mailboxId={mailbox.id}
      threadId=""
      draft={draft}
      defaultTo={address}
      participant={name}
      onDone={onDone}
      onRestore={(restored) => {
        setDraft(restored);
        onRestore();
      }}
      channel={choice(replyLabels.newEmail)}
      tools={tools}
    />
  );
}
