// How staff handle web chats in the fake API: state, assignee, priority, replies and notes.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { HandlerContext, ServiceImpl } from "@connectrpc/connect";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import {
  type WebChat,
  WebChatAuthor,
  WebChatMessageSchema,
  WebChatSchema,
  WebChatState,
} from "../../../gen/parlor/v1/web_chat_pb";
import type { WebChatService } from "../../../gen/parlor/v1/web_chat_service_pb";
import type { Db } from "../db";
import { notFound, preconditionError, requireShown } from "../errors";
import { fullName, requireAccount } from "../lookup";
import { addNote, deleteNote, listNotes } from "../notes";

const undoMs = 10_000;
const unassigned = { assigneeId: "", assigneeName: "", assignedByRule: "" };

/** A chat that a routing rule assigned is not taken over. */
function isColleagues({ assigneeId, assignedByRule }: WebChat, userId: string): boolean {
  return assigneeId !== "" && assignedByRule === "" && assigneeId !== userId;
}

type Handlers = Pick<
  ServiceImpl<typeof WebChatService>,
  | "sendWebChatReply"
  | "undoWebChatReply"
  | "assignWebChat"
  | "changeWebChatState"
  | "setWebChatPriority"
  | "markWebChat"
  | "reportWebChatTyping"
  | "listWebChatNotes"
  | "addWebChatNote"
  | "deleteWebChatNote"
>;

export function createWebChatHandling(db: Db): Handlers {
  const stored = (id: string) => {
    const chat = db.webChats.find((one) => one.id === id);
    if (!chat) throw notFound();
    return chat;
  };
  /** Finds a chat that the caller may change: only administrators change that of a colleague. */
  const changeable = (id: string, context: HandlerContext) => {
    const { user } = requireAccount(db, context);
    const chat = stored(id);
    if (isColleagues(chat, user.id) && user.parlorRole !== "admin")
      throw preconditionError("CLAIMED_BY_ANOTHER");
    return chat;
  };
  const changed = (chat: WebChat, change: Partial<WebChat>) => {
    Object.assign(chat, change);
    db.publish(EventKind.WEB_CHAT, chat.communityId, chat.id);
    return { chat: clone(WebChatSchema, chat) };
  };
  return {
    sendWebChatReply({ id, body, photos }, context) {
      const { user } = requireAccount(db, context);
      const chat = stored(id);
      if (photos.length === 0) requireShown("body", body, "Enter a message.");
      if (isColleagues(chat, user.id)) throw preconditionError("CLAIMED_BY_ANOTHER");
      const sentAt = timestampFromMs(db.now() + undoMs);
      const message = create(WebChatMessageSchema, {
        id: db.id("chat-message"),
        author: WebChatAuthor.STAFF,
        authorName: fullName(user),
        body,
        sentAt,
        photos: photos.map((url, at) => ({ id: `photo-${at}`, url, thumbnailUrl: url })),
      });
      db.webChatMessages.set(id, [...(db.webChatMessages.get(id) ?? []), message]);
      const change = {
        state: WebChatState.OPEN,
        isUnread: false,
        assigneeId: user.id,
        assigneeName: fullName(user),
        assignedByRule: "",
        snippet: body,
        messageCount: chat.messageCount + 1,
        lastMessageAt: sentAt,
      };
      return { ...changed(chat, change), message: clone(WebChatMessageSchema, message) };
    },
    undoWebChatReply({ id, messageId }) {
      const chat = stored(id);
      const messages = db.webChatMessages.get(id) ?? [];
      const reply = messages.find((one) => one.id === messageId);
      if (!reply?.sentAt) throw notFound();
      if (db.now() > timestampMs(reply.sentAt)) throw preconditionError("UNDO_TOO_LATE");
      const rest = messages.filter((one) => one !== reply);
      db.webChatMessages.set(id, rest);
      return changed(chat, { messageCount: rest.length, snippet: rest.at(-1)?.body ?? "" });
    },
    assignWebChat({ id, assigneeId }, context) {
      const chat = changeable(id, context);
      const user = db.accounts.find((account) => account.user.id === assigneeId)?.user;
      if (!user) return changed(chat, unassigned);
      const isSnoozed = chat.state === WebChatState.SNOOZED;
      return changed(chat, {
        assigneeId,
        assigneeName: fullName(user),
        assignedByRule: "",
        ...(isSnoozed ? {} : { state: WebChatState.OPEN }),
      });
    },
    changeWebChatState({ id, state, snoozedUntil }, context) {
      const chat = changeable(id, context);
      const isLeft = state === WebChatState.BOT || state === WebChatState.RESOLVED;
      return changed(chat, {
        state,
        isUnread: false,
        ...(isLeft ? unassigned : {}),
        ...(snoozedUntil ? { snoozedUntil } : {}),
      });
    },
    setWebChatPriority({ id, priority }) {
      return changed(stored(id), { priority });
    },
    markWebChat({ id, isUnread }) {
      return changed(stored(id), { isUnread });
    },
    reportWebChatTyping({ id, hasStopped }) {
      db.typing.push({ thread: stored(id).id, hasStopped });
      return {};
    },
    listWebChatNotes({ id }) {
      return { notes: listNotes(db, stored(id).id) };
    },
    addWebChatNote({ id, body }, context) {
      const note = addNote(db, stored(id).id, body, context);
      changed(stored(id), {});
      return { note };
    },
    deleteWebChatNote({ id, noteId }, context) {
      deleteNote(db, stored(id).id, noteId, context);
      changed(stored(id), {});
      return {};
    },
  };
}
