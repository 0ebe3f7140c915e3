// Copy of web chats: who wrote, and the messages.

import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { WebChatVerification } from "../../gen/parlor/v1/web_chat_visitor_pb";
import { showDirectionMarks } from "../../lib/direction-marks";

export const labels = {
  chat: "Web chat",
  visitor: "Visitor",
  bot: "Parlor bot",
  visitorTyping: "The visitor is typing…",
  photosFromVisitor: "the visitor",
  chatWith: (visitor: string) => `Web chat with ${visitor}`,
  sending: "Sending",
  seen: "Seen",
  notSeen: "Not seen yet",
  botStep: "Bot",
  choice: (question: string) => `• ${question}`,
  openEscalation: "Open escalation",
  older: "Show older messages",
  tryAgain: "Try again",
  loading: "Loading the web chat",
  loadFailed: "Couldn't load this web chat",
  openQuestion: "Open question",
  afterHours: "After hours",
  startedOn: (page: string) => `Started on ${page}`,
  unverified: "The visitor's name and email address aren't verified.",
  verifiedAt: (email: string, at: string) => `${email}, verified ${at}`,
  accounts: (count: number) => (count === 0 ? "Not on an account" : `${count} accounts`),
} as const;

/** How a visitor proved who they are. */
export const verificationLabels: Record<WebChatVerification, string> = {
  [WebChatVerification.UNSPECIFIED]: "",
  [WebChatVerification.SIGNED]: "Signed in on the website",
  [WebChatVerification.CODE]: "Verified by code",
};

type Visitor = Pick<WebChat, "name" | "email"> & Partial<Pick<WebChat, "verifiedVisitor">>;

/**
 * Returns the name on the account of a verified visitor, or else the name that the visitor gave, the email address, or
 * "Visitor".
 */
export function visitorLabel({ name, email, verifiedVisitor }: Visitor): string {
  return showDirectionMarks(verifiedVisitor?.name || name || email) || labels.visitor;
}
