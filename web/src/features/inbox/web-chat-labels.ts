// Copy of a web chat in the inbox: who handles it, and the reply.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { stateLabels } from "../../entities/conversation/state-labels";
import { type WebChat, WebChatState } from "../../gen/parlor/v1/web_chat_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDateTime } from "../../lib/format-date";
import type { IconName } from "../../ui";
import type { Presence } from "./web-chat-rules";

export const chatLabels = {
  assign: "Assign",
  unassign: "Unassign",
  you: (name: string) => `${name} (you)`,
  markUnread: "Mark as unread",
  resolved: (visitor: string) => `Resolved the web chat with ${visitor}.`,
  snoozed: (visitor: string) => `Snoozed the web chat with ${visitor}.`,
  undoToInbox: "Undo to move it back to the inbox.",
  inChat: "in the web chat",
  placeholder: "Write a message",
  send: "Send message",
  sendingTo: (visitor: string) => `Replying to ${visitor}.`,
  notSentTo: (visitor: string) => `Couldn't reply to ${visitor}.`,
  askHint: "Ask them to unassign it.",
} as const;

/** Who gets the reply, and how. */
export function presenceLabel(presence: Presence, { email }: WebChat): string {
  switch (presence) {
    case "here":
      return "The visitor has the chat open.";
    case "emailed":
      return `The visitor has left. If they don't come back within two minutes, we'll email your reply to ${showDirectionMarks(email)}.`;
    case "away":
      return "The visitor has left without giving an email address. They'll see your reply if they come back.";
  }
}

/** "Assigned to you by “Chats”"; empty unless a routing rule assigned it. */
export function ruleLabel(chat: WebChat, userId: string): string {
  const { assigneeId, assigneeName, assignedByRule } = chat;
  if (!assignedByRule) return "";
  const person = assigneeId === userId ? "you" : (assigneeName.split(" ")[0] ?? "");
  return stateLabels.assignedByRule(person, assignedByRule);
}

type StateLabel = {
  label: string;
  icon: IconName;
  tone: "accent" | "warning" | "info" | "success";
};

/** Returns the label of the state; undefined if the assignee says enough. */
export function chatStateLabel(chat: WebChat, now: Date): StateLabel | undefined {
  const { state, assigneeId, snoozedUntil } = chat;
  switch (state) {
    case WebChatState.BOT:
      return { label: stateLabels.withBot, icon: "door", tone: "accent" };
    case WebChatState.SNOOZED: {
      const until = snoozedUntil
        ? ` until ${formatDateTime(timestampDate(snoozedUntil), now)}`
        : "";
      return { label: `Snoozed${until}`, icon: "clock", tone: "info" };
    }
    case WebChatState.RESOLVED:
      return { label: "Resolved", icon: "check", tone: "success" };
    default:
      return assigneeId ? undefined : { label: "Needs reply", icon: "bell", tone: "warning" };
  }
}
