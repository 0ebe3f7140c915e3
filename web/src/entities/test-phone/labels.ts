// Copy of the test phone, and of why the bot replied as it did.

import { MessageStatus } from "../../gen/parlor/v1/conversation_pb";
import { outcomeLabels as botLabels } from "../bot-outcome/labels";
import { statusLabels } from "../message/labels";
import type { Outcome } from "./outcome";

export const labels = {
  startOver: "Start over",
  noNumberTitle: "No number yet",
  noNumberText: (community: string) =>
    `${community} has no number that residents can text yet, so there's nothing to test.`,
  nothingSent: "No real texts are sent",
  conversation: (community: string) => `Test conversation with ${community}`,
  typing: (community: string) => `${community} is typing`,
  starterTitle: "Ask a question",
  starterText:
    "Text as a resident would; the bot answers as it would on their phone. No real texts are sent.",
  field: "Ask as a resident would",
  send: "Ask",
  gettingNumber: "Getting a number for this phone…",

  you: "You",
  sending: "Sending",
  notSent: "Not sent",
  earlier: "Show earlier texts",
  tryAgain: "Try again",
  why: "Why",
  whyText: (text: string) => `Why: ${text}`,
  draft: "Draft",
  draftHint: "Draft for your team",

  explanationHint:
    "Ask a question to see which answer the bot chose, how confident it was, and what else came close.",
  confidence: (percent: string) => `${percent} confidence`,
  teamHint: "Your team can answer it in Escalations.",
  openEscalations: "Open Escalations",
  editAnswer: "Edit answer",
  addAnswer: "Add answer",
  closestAnswer: "Closest answer",
  closestAnswers: "Closest answers",
  confidenceByAnswer: "Confidence by answer",
  steps: "Step by step",
  stepsIn: (duration: string) => `Step by step, in ${duration}`,
} as const;

export const outcomeLabels: Record<Outcome, string> = {
  answered: "Why this answer",
  clarification: botLabels.disambiguated,
  team: botLabels.escalated,
  done: "No answer was needed",
};

/** Why a reply didn't reach the resident. */
export const problemLabels: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.UNDELIVERED]: statusLabels[MessageStatus.UNDELIVERED],
  [MessageStatus.FAILED]: statusLabels[MessageStatus.UNDELIVERED],
  [MessageStatus.SUPPRESSED]: statusLabels[MessageStatus.SUPPRESSED],
  [MessageStatus.HELD_QUIET_HOURS]: statusLabels[MessageStatus.HELD_QUIET_HOURS],
};
