// Copy of the messages of a conversation.

import { formatPercent } from "../../lib/format-number";

export const threadLabels = {
  conversation: "Conversation",
  conversationWith: (resident: string) => `Conversation with ${resident}`,
  latest: (count: number) => `Latest ${count} messages`,
  failed: "Couldn't load the conversation.",
  tryAgain: "Try again",
  earlierMatch: (date: string) =>
    `The match is in an earlier message${date ? ` from ${date}` : ""}.`,
  goToMatch: "Go to match",
  resident: "Resident",
  answer: "Answer",
  closestAnswer: "Closest answer",
  match: (question: string, confidence: number) =>
    `“${question}”, ${formatPercent(confidence)} confidence`,
  secondBest: (question: string, confidence: number) =>
    `second best “${question}”, ${formatPercent(confidence)}`,
  retry: "Retry",
  cancelSending: "Cancel sending",
  staffNote: "Note for staff only",
  noteDeleted: "Note deleted.",
  noteDeletedHint: "Undo to restore it.",
} as const;
