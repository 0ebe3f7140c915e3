// Copy of web chats: who wrote, and the messages.

import type { WebChat } from "../../gen/parlor/v1/web_chat_pb";
import { showDirectionMarks } from "../../lib/direction-marks";

export const labels = {
  chat: "Web chat",
  visitor: "Visitor",
  bot: "Parlor bot",
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
} as const;

/** Returns the name that the visitor gave, or else the email address, or "Visitor". */
export function visitorLabel({ name, email }: Pick<WebChat, "name" | "email">): string {
  return showDirectionMarks(name || email) || labels.visitor;
}
