// The inbox and canned replies in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  CannedReplySchema,
  CannedReplyService,
} from "../../../gen/parlor/v1/canned_reply_service_pb";
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
import { type Macro, MacroSchema, MacroService } from "../../../gen/parlor/v1/macro_service_pb";
import type { Db } from "../db";
import { createError, notFound, requireShown } from "../errors";
import { requireAccount } from "../lookup";
import { hasTestTraffic } from "../test-traffic";
import { registerReplyTargetHandlers, registerRoutingRuleHandlers } from "./routing-rules";

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

function registerMacroHandlers(router: ConnectRouter, db: Db): void {
  const stored = (id: string) => {
    const one = db.macros.find((macro) => macro.id === id);
    if (!one) throw notFound();
    return one;
  };
  const toMacro = (id: string, { name, steps }: Pick<Macro, "name" | "steps">) => {
    requireShown("name", name, "Write a name.");
    if (db.macros.some((one) => one.name === name && one.id !== id))
      throw createError(Code.AlreadyExists, "MACRO_EXISTS", "Taken.");
    return create(MacroSchema, { id, name, ...(steps ? { steps } : {}) });
  };
  router.service(MacroService, {
    listMacros() {
      return { macros: db.macros.map((one) => clone(MacroSchema, one)) };
    },
    createMacro(request) {
      const macro = toMacro(db.id("macro"), request);
      db.macros.push(macro);
      return { macro };
    },
    updateMacro(request) {
      const macro = toMacro(request.id, request);
      db.macros.splice(db.macros.indexOf(stored(request.id)), 1, macro);
      return { macro };
    },
    deleteMacro({ id }) {
      db.macros.splice(db.macros.indexOf(stored(id)), 1);
      return {};
    },
  });
}

function registerCannedReplyHandlers(router: ConnectRouter, db: Db): void {
  const stored = (id: string) => {
    const reply = db.cannedReplies.find((one) => one.id === id);
    if (!reply) throw notFound();
    return reply;
  };
  const requireValid = (title: string, shortcut: string, id = "") => {
    requireShown("title", title, "Write a title.");
    if (db.cannedReplies.some((one) => one.shortcut === shortcut && one.id !== id))
      throw createError(Code.AlreadyExists, "CANNED_REPLY_EXISTS", "Taken.");
  };
  router.service(CannedReplyService, {
    listCannedReplies() {
      return { cannedReplies: db.cannedReplies.map((one) => clone(CannedReplySchema, one)) };
    },
    createCannedReply({ title, shortcut, body }) {
      requireValid(title, shortcut);
      const id = db.id("canned-reply");
      const cannedReply = create(CannedReplySchema, { id, title, shortcut, body });
      db.cannedReplies.push(cannedReply);
      return { cannedReply };
    },
    updateCannedReply({ id, title, shortcut, body }) {
      requireValid(title, shortcut, id);
      const cannedReply = Object.assign(stored(id), { title, shortcut, body });
      return { cannedReply: clone(CannedReplySchema, cannedReply) };
    },
    deleteCannedReply({ id }) {
      db.cannedReplies.splice(db.cannedReplies.indexOf(stored(id)), 1);
      return {};
    },
  });
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
    const phones = phone ? [phone] : texts.map((one) => one.phone);
    const isMerged = db.mergedPersons.has(phone || email);
    return {
      name: texts[0]?.resident?.name || (threads[0]?.participantName ?? ""),
      unit: texts[0]?.resident?.unit || (threads[0]?.unit ?? ""),
      addresses: [
        ...phones.map((one) => ({ phone: one, optedOut: texts[0]?.optedOut ?? false })),
        ...(address ? [{ email: address }] : []),
      ],
      items: [...texts.map(ofConversation), ...threads.map(ofThread)],
      isMerged,
      suggestions: isMerged ? [] : (db.suggestions.get(phone || email) ?? []),
    };
  };
  const items = () =>
    [...db.conversations.map(ofConversation), ...db.emailThreads.map(ofThread)]
      .map((item) => {
        const due = db.repliesDue.get(item.conversationId || item.emailThreadId);
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
