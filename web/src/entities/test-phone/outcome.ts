// The outcome of a text. It is derived from the steps, because many texts have no decision.

import { type Step, StepKind } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";

/** `done` means that no answer was needed: thanks, a keyword or a verification code. */
export type Outcome = "answered" | "clarification" | "team" | "done";

const outcomeSteps: Partial<Record<StepKind, Outcome>> = {
  [StepKind.REPLIED]: "answered",
  [StepKind.CLARIFICATION_ASKED]: "clarification",
  [StepKind.CLARIFICATION_ANSWERED]: "clarification",
  [StepKind.REQUEST_DETAILS_ASKED]: "clarification",
  [StepKind.REQUEST_SAVED]: "answered",
  [StepKind.REQUEST_STATUS_SENT]: "answered",
  [StepKind.ESCALATED]: "team",
  [StepKind.LEFT_TO_STAFF]: "team",
  [StepKind.SMALL_TALK]: "done",
  [StepKind.IDENTITY_VERIFIED]: "done",
  [StepKind.OPTED_OUT]: "done",
  [StepKind.OPTED_IN]: "done",
  [StepKind.HELP_SENT]: "done",
};

function lastOutcomeStep({ steps }: TestPhoneMessage): Step | undefined {
  return steps.findLast(({ kind }) => kind in outcomeSteps);
}

/** Returns the outcome; undefined while the bot is working. */
export function toOutcome(message: TestPhoneMessage): Outcome | undefined {
  const end = lastOutcomeStep(message);
  if (end) return outcomeSteps[end.kind];
  if (!message.decision) return undefined;
  return message.decision.answered ? "answered" : "team";
}

/** Returns the server's reason for the outcome; empty if the steps have none. */
export function outcomeReason(message: TestPhoneMessage): string {
  return lastOutcomeStep(message)?.reason ?? "";
}
