// What became of a text: told by the steps, as many texts get no decision of their own.

import type { Step } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";

/** `done` is what no answer was looked up for: thanks, a keyword, a code. */
export type Outcome = "answered" | "asked" | "team" | "done";

const outcomeSteps: Record<string, Outcome> = {
  replied: "answered",
  asked_back: "asked",
  picked: "asked",
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

/** Unset while the bot is at it. */
export function toOutcome(message: TestPhoneMessage): Outcome | undefined {
  const end = lastOutcomeStep(message);
  if (end) return outcomeSteps[end.name];
  if (!message.decision) return undefined;
  return message.decision.answered ? "answered" : "team";
}

/** Why it went so, in the server's words; empty where the steps do not say. */
export function outcomeReason(message: TestPhoneMessage): string {
  return lastOutcomeStep(message)?.reason ?? "";
}
