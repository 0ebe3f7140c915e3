import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { Direction } from "../../../gen/parlor/v1/conversation_pb";
import { HandsetMessageSchema } from "../../../gen/parlor/v1/handset_service_pb";
import { outcomeOf, reasonOf } from "./outcome";

function text(names: readonly string[], answered?: boolean) {
  return create(HandsetMessageSchema, {
    direction: Direction.INBOUND,
    steps: names.map((name) => ({ name, reason: `${name}, because.` })),
    ...(answered === undefined ? {} : { decision: { answered } }),
  });
}

it("tells asking back from going to the team, which neither was answered", () => {
  expect(outcomeOf(text(["received", "ranked", "asked_back"], false))).toBe("asked");
  expect(outcomeOf(text(["received", "ranked", "escalated"], false))).toBe("team");
  expect(outcomeOf(text(["asked_back", "escalated"], false))).toBe("team");
});

it("keeps to the last word of how a text ended, whatever came after", () => {
  const told = text(["received", "conversation", "replied", "waiver", "delayed"], true);
  expect(outcomeOf(told)).toBe("answered");
  expect(reasonOf(told)).toBe("replied, because.");
});

it("knows texts that need no answer, and those that still wait for one", () => {
  expect(outcomeOf(text(["received", "courtesy"]))).toBe("done");
  expect(outcomeOf(text(["received", "opted_out"]))).toBe("done");
  expect(outcomeOf(text(["received", "reopened"]))).toBeUndefined();
});

it("goes by the decision where the steps do not say", () => {
  expect(outcomeOf(text([], true))).toBe("answered");
  expect(outcomeOf(text([], false))).toBe("team");
  expect(reasonOf(text([], false))).toBe("");
});
