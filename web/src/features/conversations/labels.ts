// What conversations are called.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { formatDateTime } from "../../lib/format-date";
import { residentName } from "../../lib/names";
import type { IconName } from "../../ui";

/** Whose it is to act in it. */
export type Assignment = "free" | "mine" | "theirs";

export function toAssignment({ assignedToId }: Conversation, userId: string): Assignment {
  if (!assignedToId) return "free";
  return assignedToId === userId ? "mine" : "theirs";
}

export function residentLabel({ resident, phone }: Conversation): string {
  return residentName(resident?.name, phone);
}

/** "Sam Ode, 118". */
export function residentAndUnit(conversation: Conversation): string {
  const unit = conversation.resident?.unit;
  return unit ? `${residentLabel(conversation)}, ${unit}` : residentLabel(conversation);
}

/** "Claimed by you", "Claimed by Marcus"; empty where nobody has it. */
export function claimLabel(conversation: Conversation, userId: string): string {
  const hold = toAssignment(conversation, userId);
  if (hold === "free") return "";
  if (hold === "mine") return "Claimed by you";
  return `Claimed by ${conversation.assignedTo.split(" ")[0]}`;
}

/** Nobody has it, and the bot could not help. */
export function needsReply({ state, assignedToId }: Conversation): boolean {
  return state === ConversationState.OPEN && !assignedToId;
}

type StateLabel = {
  words: string;
  icon: IconName;
  tone: "accent" | "warning" | "info" | "success" | "outline";
};

/** Who is at it, in a word or two. */
export function toStateLabel({ state, assignedToId, snoozedUntil }: Conversation): StateLabel {
  switch (state) {
    case ConversationState.BOT:
      return { words: "Bot answers", icon: "door", tone: "accent" };
    case ConversationState.SNOOZED: {
      const until = snoozedUntil
        ? ` until ${formatDateTime(timestampDate(snoozedUntil), new Date())}`
        : "";
      return { words: `Snoozed${until}`, icon: "clock", tone: "info" };
    }
    case ConversationState.RESOLVED:
      return { words: "Resolved", icon: "check", tone: "success" };
    default:
      return assignedToId
        ? { words: "With staff", icon: "persona", tone: "outline" }
        : { words: "Needs reply", icon: "bell", tone: "warning" };
  }
}
