// Copy of conversations in lists, and of their state.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { formatDateTime } from "../../lib/format-date";
import { nameAndUnit, residentName } from "../../lib/names";
import type { IconName } from "../../ui";
import { toAssignment } from "./rules";
import { stateLabels } from "./state-labels";

export function residentLabel({ resident, phone }: Conversation): string {
  return residentName(resident?.name, phone);
}

/** "Sam Ode, 118". */
export function residentAndUnit(conversation: Conversation): string {
  return nameAndUnit(residentLabel(conversation), conversation.resident?.unit);
}

/** "Claimed by you", "Claimed by Marcus", "Assigned to you by “Night”"; empty if unassigned. */
export function claimLabel(conversation: Conversation, userId: string): string {
  const { assignedToId, assignedTo, assignedByRule } = conversation;
  if (assignedByRule) {
    const name = assignedToId === userId ? "you" : (assignedTo.split(" ")[0] ?? "");
    return stateLabels.assignedByRule(name, assignedByRule);
  }
  const assignment = toAssignment(conversation, userId);
  if (assignment === "free") return "";
  if (assignment === "mine") return stateLabels.claimedByYou;
  return stateLabels.claimedBy(conversation.assignedTo.split(" ")[0] ?? "");
}

type StateLabel = {
  label: string;
  icon: IconName;
  tone: "accent" | "warning" | "info" | "success" | "outline";
};

/** Returns the label of the state. */
export function toStateLabel({ state, assignedToId, snoozedUntil }: Conversation): StateLabel {
  switch (state) {
    case ConversationState.BOT:
      return { label: stateLabels.withBot, icon: "door", tone: "accent" };
    case ConversationState.SNOOZED: {
      const until = snoozedUntil
        ? ` until ${formatDateTime(timestampDate(snoozedUntil), new Date())}`
        : "";
      return { label: `Snoozed${until}`, icon: "clock", tone: "info" };
    }
    case ConversationState.RESOLVED:
      return { label: "Resolved", icon: "check", tone: "success" };
    default:
      return assignedToId
        ? { label: "With staff", icon: "persona", tone: "outline" }
        : { label: "Needs reply", icon: "bell", tone: "warning" };
  }
}

export const labels = {
  resolved: (conversation: string) => `Resolved ${conversation}.`,
  snoozed: (conversation: string) => `Snoozed ${conversation}.`,
  undoToBot: "Undo to hand it back to the bot.",
  undoToYou: "Undo to take it over.",
} as const;
