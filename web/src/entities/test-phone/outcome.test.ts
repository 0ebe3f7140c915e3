import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Direction } from "../../gen/parlor/v1/conversation_pb";
import { TestPhoneMessageSchema } from "../../gen/parlor/v1/test_phone_service_pb";
import { outcomeReason, toOutcome } from "./outcome";

function text(names: readonly string[], answered?: boolean) {
  return create(TestPhoneMessageSchema, {
    direction: Direction.INBOUND,
    steps: names.map((name) => ({ name, reason: `${name}, because.` })),
    ...(answered === undefined ? {} : { decision: { answered } }),
  });
}

it("distinguishes disambiguation from escalation", () => {
  expect(toOutcome(text(["received", "ranked", "asked_back"], false))).toBe("asked");
  expect(toOutcome(text(["received", "ranked", "escalated"], false))).toBe("team");
  expect(toOutcome(text(["asked_back", "escalated"], false))).toBe("team");
});

it("uses the last outcome step", () => {
  const told = text(["received", "conversation", "replied", "waiver", "delayed"], true);
  expect(toOutcome(told)).toBe("answered");
  expect(outcomeReason(told)).toBe("replied, because.");
});

it("recognizes texts that need no answer and texts without an outcome", () => {
  expect(toOutcome(text(["received", "courtesy"]))).toBe("done");
  expect(toOutcome(text(["received", "opted_out"]))).toBe("done");
  expect(toOutcome(text(["received", "reopened"]))).toBeUndefined();
});

it("falls back to the decision if no step has an outcome", () => {
  expect(toOutcome(text([], true))).toBe("answered");
  expect(toOutcome(text([], false))).toBe("team");
  expect(outcomeReason(text([], false))).toBe("");
});
