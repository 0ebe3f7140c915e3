// Conversations in the fake API: actions, messages and search.

import { clone, create } from "@bufbuild/protobuf";
import { type Timestamp, timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import {
  Author,
  type Conversation,
  ConversationSchema,
  ConversationState,
  FoundTextSchema,
  type Message,
  MessageSchema,
  MessageStatus,
  TextPartSchema,
} from "../../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../../gen/parlor/v1/conversation_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import type { User } from "../../../gen/parlor/v1/user_pb";
import type { Db } from "../db";
import { notFound, preconditionError } from "../errors";
import { fullName, requireAccount } from "../lookup";
import { addNote, deleteNote, listNotes } from "../notes";
import { page } from "../paging";
import { createMessage } from "../seed/escalations";
import { hasTestTraffic } from "../test-traffic";
import { maxTextPhotos, textOrPlaceholder } from "../text-photos";

const undoMs = 10_000;

/** The parts of a text with matches marked; empty unless every word occurs in it. */
function toTextParts(text: string, words: string) {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  const pieces = text.split(/(?<=\s)|(?=\s)/).map((piece) =>
    create(TextPartSchema, {
      text: piece,
      found: terms.some((word) => piece.toLowerCase().startsWith(word)),
    }),
  );
  return pieces.some(({ found }) => found) ? pieces : [];
}

function requireUnassigned({ assignedToId }: Conversation, user: User): void {
  const anothers = assignedToId !== "" && assignedToId !== user.id;
  if (anothers && user.parlorRole !== "admin") throw preconditionError("CLAIMED_BY_ANOTHER");
}

export function registerConversationHandlers(router: ConnectRouter, db: Db): void {
  const stored = (id: string) => {
    const conversation = db.conversations.find((one) => one.id === id);
    if (!conversation) throw notFound();
    return conversation;
  };
  const publish = (conversation: Conversation) => {
    db.publish(EventKind.CONVERSATION, conversation.communityId, conversation.id);
    return { conversation: clone(ConversationSchema, conversation) };
  };
  const messagesOf = (id: string) => db.messages.get(id) ?? [];
  const keep = (id: string, message: Message) =>
    db.messages.set(
      id,
      messagesOf(id).map((one) => (one.id === message.id ? message : one)),
    );

  /** Changes a conversation as its actions do: marks it as read, and sets its state. */
  function turn(id: string, context: HandlerContext, change: Partial<Conversation>) {
    const { user } = requireAccount(db, context);
    const conversation = stored(id);
    requireUnassigned(conversation, user);
    Object.assign(conversation, { unread: 0, snoozedUntil: undefined, ...change });
    return { conversation, user };
  }
  const free = { assignedToId: "", assignedTo: "" };

  function search(conversation: Conversation, words: string) {
    const message = messagesOf(conversation.id).findLast(
      ({ body }) => toTextParts(body, words).length > 0,
    );
    if (!message) return [];
    const parts = toTextParts(message.body, words);
    const found = create(FoundTextSchema, { messageId: message.id, parts });
    return [Object.assign(clone(ConversationSchema, conversation), { found })];
  }

  router.service(ConversationService, {
    listConversations({ communityId, state, assignedToId, query, testTraffic }) {
      const fitting = db.conversations.filter(
        (one) =>
          (!communityId || one.communityId === communityId) &&
          (!state || one.state === state) &&
          hasTestTraffic(one.isTest, testTraffic) &&
          (!assignedToId || one.assignedToId === assignedToId),
      );
      const conversations = query
        ? fitting.flatMap((one) => search(one, query))
        : fitting.map((one) => clone(ConversationSchema, one));
      return { conversations };
    },
    countConversations(_, context) {
      const { user } = requireAccount(db, context);
      const real = db.conversations.filter(({ isTest }) => !isTest);
      const count = (fits: (one: Conversation) => boolean) => real.filter(fits).length;
      return {
        bot: count(({ state }) => state === ConversationState.BOT),
        open: count(({ state }) => state === ConversationState.OPEN),
        snoozed: count(({ state }) => state === ConversationState.SNOOZED),
        resolved: count(({ state }) => state === ConversationState.RESOLVED),
        mine: count(({ assignedToId }) => assignedToId === user.id),
        unread: count(({ unread }) => unread > 0),
      };
    },
    getConversation({ id, query, limit, pageToken }) {
      const { items, nextPageToken } = page([...messagesOf(id)].reverse(), limit, pageToken);
      return {
        conversation: clone(ConversationSchema, stored(id)),
        messages: items
          .reverse()
          .map((one) =>
            Object.assign(clone(MessageSchema, one), { parts: toTextParts(one.body, query) }),
          ),
        nextPageToken,
        maxPhotos: maxTextPhotos(db),
      };
    },
    takeOverConversation({ id }, context) {
      const { conversation, user } = turn(id, context, { state: ConversationState.OPEN });
      Object.assign(conversation, { assignedToId: user.id, assignedTo: fullName(user) });
      return publish(conversation);
    },
    handBackConversation({ id }, context) {
      return publish(turn(id, context, { state: ConversationState.BOT, ...free }).conversation);
    },
    resolveConversation({ id }, context) {
      return publish(
        turn(id, context, { state: ConversationState.RESOLVED, ...free }).conversation,
      );
    },
    snoozeConversation({ id, until }, context) {
      const change = { state: ConversationState.SNOOZED, snoozedUntil: until as Timestamp };
      return publish(turn(id, context, change).conversation);
    },
    setConversationPriority({ id, priority }) {
      const conversation = stored(id);
      conversation.priority = priority;
      return { conversation: clone(ConversationSchema, conversation) };
    },
    markConversationRead({ id }) {
      const conversation = stored(id);
      conversation.unread = 0;
      return { conversation: clone(ConversationSchema, conversation) };
    },
    reportConversationTyping({ id, hasStopped }) {
      db.typing.push({ thread: stored(id).id, hasStopped });
      return {};
    },
    sendReply({ id, body, photos }, context) {
      const { user } = requireAccount(db, context);
      const conversation = stored(id);
      if (conversation.assignedToId && conversation.assignedToId !== user.id) {
        throw preconditionError("CLAIMED_BY_ANOTHER");
      }
      if (conversation.optedOut) throw preconditionError("OPTED_OUT");
      if (photos.length > maxTextPhotos(db)) throw preconditionError("PHOTOS_NOT_SUPPORTED");
      turn(id, context, { state: ConversationState.OPEN });
      Object.assign(conversation, { assignedToId: user.id, assignedTo: fullName(user) });
      const at = db.now();
      const message = createMessage({
        id: db.id("m"),
        author: Author.STAFF,
        authorName: fullName(user),
        body: textOrPlaceholder(body, photos),
        at,
        status: MessageStatus.QUEUED,
        photos,
      });
      message.undoUntil = timestampFromMs(at + undoMs);
      db.messages.set(id, [...messagesOf(id), message]);
      return { ...publish(conversation), message };
    },
    undoReply({ id, messageId }) {
      const message = messagesOf(id).find((one) => one.id === messageId);
      if (!message?.undoUntil) throw preconditionError("NOTHING_TO_UNDO");
      if (db.now() > timestampMs(message.undoUntil)) throw preconditionError("UNDO_TOO_LATE");
      const canceled = clone(MessageSchema, message);
      canceled.status = MessageStatus.CANCELED;
      canceled.photos = [];
      keep(id, canceled);
      publish(stored(id));
      return { message: canceled };
    },
    retryMessage({ id, messageId }) {
      const message = messagesOf(id).find((one) => one.id === messageId);
      if (!message?.canRetry) throw preconditionError("NOTHING_TO_RETRY");
      const again = clone(MessageSchema, message);
      Object.assign(again, { status: MessageStatus.SENDING, canRetry: false });
      keep(id, again);
      publish(stored(id));
      return { message: again };
    },
    listNotes({ id }) {
      return { notes: listNotes(db, stored(id).id) };
    },
    addNote({ id, body }, context) {
      const note = addNote(db, stored(id).id, body, context);
      publish(stored(id));
      return { note };
    },
    deleteNote({ id, noteId }, context) {
      deleteNote(db, stored(id).id, noteId, context);
      publish(stored(id));
      return {};
    },
  });
}
