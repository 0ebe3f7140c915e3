import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Direction, StepKind } from "../../gen/parlor/v1/conversation_pb";
import { TestPhoneMessageSchema } from "../../gen/parlor/v1/test_phone_service_pb";
import { outcomeReason, toOutcome } from "./outcome";

function text(kinds: readonly StepKind[], answered?: boolean) {
  return create(TestPhoneMessageSchema, {
    direction: Direction.INBOUND,
    steps: kinds.map((kind) => ({ kind, reason: `${kind}, because.` })),
    ...(answered === undefined ? {} : { decision: { answered } }),
  });
}

it("distinguishes disambiguation from escalation", () => {
  expect(
    toOutcome(
      text([StepKind.RECEIVED, StepKind.ANSWERS_RANKED, StepKind.CLARIFICATION_ASKED], false),
    ),
  ).toBe("clarification");
  expect(
    toOutcome(text([StepKind.RECEIVED, StepKind.ANSWERS_RANKED, StepKind.ESCALATED], false)),
  ).toBe("team");
  expect(toOutcome(text([StepKind.CLARIFICATION_ASKED, StepKind.ESCALATED], false))).toBe("team");
});

it("uses the last outcome step", () => {
  const message = text(
    [
      StepKind.RECEIVED,
      StepKind.CONVERSATION_STATE,
      StepKind.REPLIED,
      StepKind.WAIVER_SENT,
      StepKind.DELAYED,
    ],
    true,
  );
  expect(toOutcome(message)).toBe("answered");
  expect(outcomeReason(message)).toBe(`${StepKind.REPLIED}, because.`);
});

it("recognizes texts that need no answer and texts without an outcome", () => {
  expect(toOutcome(text([StepKind.RECEIVED, StepKind.SMALL_TALK]))).toBe("done");
  expect(toOutcome(text([StepKind.RECEIVED, StepKind.OPTED_OUT]))).toBe("done");
  expect(toOutcome(text([StepKind.RECEIVED, StepKind.REOPENED]))).toBeUndefined();
});

it("falls back to the decision if no step has an outcome", () => {
  expect(toOutcome(text([], true))).toBe("answered");
  expect(toOutcome(text([], false))).toBe("team");
  expect(outcomeReason(text([], false))).toBe("");
});
