// Rules of conversations: who has claimed one, and whether it needs a reply.

import { type Conversation, ConversationState } from "../../gen/parlor/v1/conversation_pb";

/** Whether the conversation is unclaimed, claimed by the user, or claimed by a colleague. */
export type Assignment = "free" | "mine" | "theirs";

export function toAssignment(conversation: Conversation, userId: string): Assignment {
  const { assignedToId, assignedByRule } = conversation;
  if (!assignedToId || assignedByRule) return "free";
  return assignedToId === userId ? "mine" : "theirs";
}

/** Returns whether the conversation is open and unassigned. */
export function needsReply({ state, assignedToId }: Conversation): boolean {
  return state === ConversationState.OPEN && !assignedToId;
}
