// What conversations are called.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { residentName } from "../../lib/names";
import { whenWords } from "../../lib/when";
import type { IconName } from "../../ui";

/** Whose it is to act in it. */
export type Hold = "free" | "mine" | "theirs";

export function holdOf({ assignedToId }: Conversation, userId: string): Hold {
  if (!assignedToId) return "free";
  return assignedToId === userId ? "mine" : "theirs";
}

export function nameOf({ resident, phone }: Conversation): string {
  return residentName(resident?.name, phone);
}

/** "Sam Ode, 118". */
export function nameAndUnit(conversation: Conversation): string {
  const unit = conversation.resident?.unit;
  return unit ? `${nameOf(conversation)}, ${unit}` : nameOf(conversation);
}

/** "Claimed by you", "Claimed by Marcus"; empty where nobody has it. */
export function claimWords(conversation: Conversation, userId: string): string {
  const hold = holdOf(conversation, userId);
  if (hold === "free") return "";
  if (hold === "mine") return "Claimed by you";
  return `Claimed by ${conversation.assignedTo.split(" ")[0]}`;
}

/** Nobody has it, and the bot could not help. */
export function waits({ state, assignedToId }: Conversation): boolean {
  return state === ConversationState.OPEN && !assignedToId;
}

type Standing = {
  words: string;
  icon: IconName;
  tone: "accent" | "warning" | "info" | "success" | "outline";
};

/** Who is at it, in a word or two. */
export function standingOf({ state, assignedToId, snoozedUntil }: Conversation): Standing {
  switch (state) {
    case ConversationState.BOT:
      return { words: "Bot answers", icon: "door", tone: "accent" };
    case ConversationState.SNOOZED: {
      const until = snoozedUntil
        ? ` until ${whenWords(timestampDate(snoozedUntil), new Date())}`
        : "";
      return { words: `Snoozed${until}`, icon: "clock", tone: "info" };
    }
    case ConversationState.RESOLVED:
      return { words: "Resolved", icon: "check", tone: "success" };
    default:
      return assignedToId
        ? { words: "Staff answer", icon: "persona", tone: "outline" }
        : { words: "Waits for staff", icon: "bell", tone: "warning" };
  }
}
