// The outcome of a text. It is derived from the steps, because many texts have no decision.

import type { Step } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";

/** `done` means that no answer was needed: thanks, a keyword or a verification code. */
export type Outcome = "answered" | "asked" | "team" | "done";

const outcomeSteps: Record<string, Outcome> = {
  replied: "answered",
  asked_back: "asked",
  picked: "asked",
  request_details: "asked",
  requested: "answered",
  request_status: "answered",
  escalated: "team",
  held: "team",
  courtesy: "done",
  proved: "done",
  opted_out: "done",
  opted_in: "done",
  helped: "done",
};

function lastOutcomeStep({ steps }: TestPhoneMessage): Step | undefined {
  return steps.findLast(({ name }) => name in outcomeSteps);
}

/** Returns the outcome; undefined while the bot is working. */
export function toOutcome(message: TestPhoneMessage): Outcome | undefined {
  const end = lastOutcomeStep(message);
  if (end) return outcomeSteps[end.name];
  if (!message.decision) return undefined;
  return message.decision.answered ? "answered" : "team";
}

/** Returns the server's reason for the outcome; empty if the steps have none. */
export function outcomeReason(message: TestPhoneMessage): string {
  return lastOutcomeStep(message)?.reason ?? "";
}
