// The inbox in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  type Conversation,
  ConversationState,
  TestTraffic,
} from "../../../gen/parlor/v1/conversation_pb";
import { type EmailThread, EmailThreadState } from "../../../gen/parlor/v1/email_thread_pb";
import { InboxPriority } from "../../../gen/parlor/v1/inbox_priority_pb";
import {
  InboxAssignment,
  InboxChannel,
  type InboxItem,
  InboxItemSchema,
  InboxOrder,
  InboxService,
  InboxState,
} from "../../../gen/parlor/v1/inbox_service_pb";
import { type WebChat, WebChatState } from "../../../gen/parlor/v1/web_chat_pb";
import type { Db } from "../db";
import { requireAccount } from "../lookup";
import { hasTestTraffic } from "../test-traffic";
import { registerCannedReplyHandlers } from "./canned-replies";
import { registerMacroHandlers } from "./macros";
import { registerReplyTargetHandlers, registerRoutingRuleHandlers } from "./routing-rules";

/** Maximum number of items that a person is returned with. */
const maxPersonItems = 20;

const textStates: Partial<Record<ConversationState, InboxState>> = {
  [ConversationState.OPEN]: InboxState.OPEN,
  [ConversationState.SNOOZED]: InboxState.SNOOZED,
  [ConversationState.RESOLVED]: InboxState.RESOLVED,
  [ConversationState.BOT]: InboxState.BOT,
};

const emailStates: Partial<Record<EmailThreadState, InboxState>> = {
  [EmailThreadState.OPEN]: InboxState.OPEN,
  [EmailThreadState.SNOOZED]: InboxState.SNOOZED,
  [EmailThreadState.RESOLVED]: InboxState.RESOLVED,
};

const chatStates: Partial<Record<WebChatState, InboxState>> = {
  [WebChatState.OPEN]: InboxState.OPEN,
  [WebChatState.SNOOZED]: InboxState.SNOOZED,
  [WebChatState.RESOLVED]: InboxState.RESOLVED,
};

function ofConversation(one: Conversation): InboxItem {
  const { resident, lastMessageAt, snoozedUntil } = one;
  return create(InboxItemSchema, {
    conversationId: one.id,
    channel: InboxChannel.TEXT,
    state: textStates[one.state] ?? InboxState.OPEN,
    communityId: one.communityId,
    communityLabel: one.communityLabel,
    name: resident?.name ?? "",
    unit: resident?.unit ?? "",
    phone: one.phone,
    preview: one.preview,
    isUnread: one.unread > 0,
    isTest: one.isTest,
    assigneeId: one.assignedToId,
    assigneeName: one.assignedTo,
    priority: one.priority,
    ...(snoozedUntil ? { snoozedUntil } : {}),
    ...(lastMessageAt ? { lastMessageAt } : {}),
  });
}

function ofThread(one: EmailThread): InboxItem {
  const { lastMessageAt, snoozedUntil } = one;
  return create(InboxItemSchema, {
    emailThreadId: one.id,
    channel: InboxChannel.EMAIL,
    state: emailStates[one.state] ?? InboxState.OPEN,
    communityId: one.communityId,
    communityLabel: one.communityLabel,
    name: one.participantName,
    unit: one.unit,
    email: one.participantAddress,
    subject: one.subject,
    preview: one.snippet,
    isUnread: one.isUnread,
    assigneeId: one.assigneeId,
    assigneeName: one.assigneeName,
    priority: one.priority,
    ...(snoozedUntil ? { snoozedUntil } : {}),
    ...(lastMessageAt ? { lastMessageAt } : {}),
  });
}

function ofChat(one: WebChat): InboxItem {
  const { lastMessageAt, snoozedUntil } = one;
  return create(InboxItemSchema, {
    webChatId: one.id,
    channel: InboxChannel.WEB_CHAT,
    state: chatStates[one.state] ?? InboxState.BOT,
    communityId: one.communityId,
    communityLabel: one.communityLabel,
    name: one.verifiedVisitor?.name || one.name,
    unit: one.verifiedVisitor?.unit ?? "",
    email: one.email,
    preview: one.snippet,
    isUnread: one.isUnread,
    isTest: one.isTest,
    assigneeId: one.assigneeId,
    assigneeName: one.assigneeName,
    priority: one.priority,
    ...(snoozedUntil ? { snoozedUntil } : {}),
    ...(lastMessageAt ? { lastMessageAt } : {}),
  });
}

const at = ({ lastMessageAt }: InboxItem) => (lastMessageAt ? timestampMs(lastMessageAt) : 0);

const dueOf = ({ replyDueAt }: InboxItem) => (replyDueAt ? timestampMs(replyDueAt) : 0);

function isOf(assignment: InboxAssignment, assigneeId: string, me: string): boolean {
  switch (assignment) {
    case InboxAssignment.MINE:
      return assigneeId === me;
    case InboxAssignment.UNASSIGNED:
      return assigneeId === "";
    case InboxAssignment.MINE_OR_UNASSIGNED:
      return assigneeId === "" || assigneeId === me;
    default:
      return true;
  }
}

export function registerInboxHandlers(router: ConnectRouter, db: Db): void {
  /** Finds the person by phone, or by the email address that the conversation names. */
  const person = (communityId: string, phone: string, email: string) => {
    const texts = db.conversations.filter(
      (one) =>
        one.communityId === communityId &&
        (phone ? one.phone === phone : one.resident?.email === email),
    );
    const address = email || (texts[0]?.resident?.email ?? "");
    const threads = db.emailThreads.filter(
      (one) => one.communityId === communityId && one.participantAddress === address,
    );
    const chats = db.webChats.filter(
      (one) => one.communityId === communityId && address !== "" && one.email === address,
    );
    const phones = phone ? [phone] : texts.map((one) => one.phone);
    const isMerged = db.mergedPersons.has(phone || email);
    const all = [...texts.map(ofConversation), ...threads.map(ofThread), ...chats.map(ofChat)];
    return {
      name: texts[0]?.resident?.name || (threads[0]?.participantName ?? ""),
      unit: texts[0]?.resident?.unit || (threads[0]?.unit ?? ""),
      addresses: [
        ...phones.map((one) => ({ phone: one, optedOut: texts[0]?.optedOut ?? false })),
        ...(address ? [{ email: address }] : []),
      ],
      items: all.slice(0, maxPersonItems),
      hasMoreItems: all.length > maxPersonItems,
      isMerged,
      suggestions: isMerged ? [] : (db.suggestions.get(phone || email) ?? []),
    };
  };
  const items = () =>
    [
      ...db.conversations.map(ofConversation),
      ...db.emailThreads.map(ofThread),
      ...db.webChats.map(ofChat),
    ]
      .map((item) => {
        const due = db.repliesDue.get(item.conversationId || item.emailThreadId || item.webChatId);
        return due ? create(InboxItemSchema, { ...item, replyDueAt: timestampFromMs(due) }) : item;
      })
      .sort((one, other) => at(other) - at(one));
  const byDue = (one: InboxItem, other: InboxItem) => dueOf(one) - dueOf(other);
  const isHigh = ({ priority }: InboxItem) => priority > InboxPriority.NORMAL;
  const byPriority = (one: InboxItem, other: InboxItem) => other.priority - one.priority;
  registerCannedReplyHandlers(router, db);
  registerMacroHandlers(router, db);
  registerRoutingRuleHandlers(router, db);
  registerReplyTargetHandlers(router, db);
  router.service(InboxService, {
    listInboxItems(request, context) {
      const { state, channel, communityId, assignment, query, testTraffic, order } = request;
      const { user } = requireAccount(db, context);
      const words = query.toLowerCase();
      const inOrder = () => {
        if (order === InboxOrder.REPLY_DUE) return items().filter(dueOf).sort(byDue);
        return order === InboxOrder.PRIORITY ? items().filter(isHigh).sort(byPriority) : items();
      };
      return {
        items: inOrder().filter(
          (one) =>
            one.state === (state || InboxState.OPEN) &&
            (!channel || one.channel === channel) &&
            (!communityId || one.communityId === communityId) &&
            isOf(assignment, one.assigneeId, user.id) &&
            hasTestTraffic(one.isTest, testTraffic || TestTraffic.EXCLUDE) &&
            `${one.name} ${one.subject} ${one.preview}`.toLowerCase().includes(words),
        ),
      };
    },
    countInboxItems(_, context) {
      const { user } = requireAccount(db, context);
      const real = items().filter(({ isTest }) => !isTest);
      const open = real.filter(({ state }) => state === InboxState.OPEN);
      return {
        openTexts: open.filter(({ channel }) => channel === InboxChannel.TEXT).length,
        openEmails: open.filter(({ channel }) => channel === InboxChannel.EMAIL).length,
        openWebChats: open.filter(({ channel }) => channel === InboxChannel.WEB_CHAT).length,
        snoozed: real.filter(({ state }) => state === InboxState.SNOOZED).length,
        mine: open.filter(({ assigneeId }) => assigneeId === user.id).length,
      };
    },
    getInboxPerson({ communityId, phone, email }) {
      return { person: person(communityId, phone, email) };
    },
    mergeInboxPerson({ communityId, phone, email, homeownerAccountId }) {
      db.mergedPersons.set(phone || email, homeownerAccountId);
      return { person: person(communityId, phone, email) };
    },
    unmergeInboxPerson({ communityId, phone, email }) {
      db.mergedPersons.delete(phone || email);
      return { person: person(communityId, phone, email) };
    },
  });
}
