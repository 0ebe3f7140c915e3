// Web chats in tests.

import { create } from "@bufbuild/protobuf";
import { ResidentSchema } from "../gen/parlor/v1/conversation_pb";
import type { Db } from "./fake-api/db";

/** The chat whose last question the bot left to staff. */
export const nadiasChat = "web-chat-0";
export const nadiasQuestion = "web-chat-0-message-2";

/** Turns an open escalation into the one of Nadia's question in her web chat. */
export function escalateNadiasQuestion(db: Db, escalationId: string): void {
  const escalation = db.escalations.find(({ id }) => id === escalationId);
  const chat = db.webChats.find(({ id }) => id === nadiasChat);
  if (!escalation || !chat) throw new Error("The seed has no such escalation or chat");
  Object.assign(escalation, {
    communityId: chat.communityId,
    communityLabel: chat.communityLabel,
    webChatId: chat.id,
    webChatMessageId: nadiasQuestion,
    question: "Can I bring my own grill?",
    conversationId: "",
    messageId: "",
    phone: "",
    resident: create(ResidentSchema, { name: chat.name, email: chat.email }),
  });
}
