// Rules of web chats that staff handle: what a user may do, and whether the visitor is there.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";

/** Time without a sign of the visitor after which they have left. It is accurate to 30 seconds. */
const awayAfter = 2 * 60_000;

/** The visitor has the chat open, has left and gets emails, or has left without an address. */
export type Presence = "here" | "emailed" | "away";

export function toPresence({ seenAt, email }: WebChat, now: number): Presence {
  if (seenAt && now - timestampMs(seenAt) < awayAfter) return "here";
  return email ? "emailed" : "away";
}

export type ChatPermissions = {
  reply: boolean;
  assign: boolean;
  take: boolean;
  handBack: boolean;
  setAside: boolean;
};

type Who = { id: string; parlorRole: string };

/**
 * Only administrators may change a chat that a colleague took over, and no one else can reply in
 * it. A chat that a routing rule assigned is not taken over.
 */
export function toChatPermissions(chat: WebChat, { id, parlorRole }: Who): ChatPermissions {
  const { state, assigneeId, assignedByRule } = chat;
  const isTakenOver = assigneeId !== "" && assignedByRule === "";
  const isMine = isTakenOver && assigneeId === id;
  const isColleagues = isTakenOver && assigneeId !== id;
  const may = !isColleagues || parlorRole === "admin";
  return {
    reply: !isColleagues,
    assign: may,
    take: may && !isMine,
    handBack: may && state !== WebChatState.BOT,
    setAside: may && state !== WebChatState.RESOLVED,
  };
}
