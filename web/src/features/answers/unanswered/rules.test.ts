import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { GapSchema } from "../../../gen/parlor/v1/gap_service_pb";
import { unansweredOf } from "./rules";

function gap(more: MessageInitShape<typeof GapSchema> = {}) {
  const lastAskedAt = timestampFromMs(7000);
  return create(GapSchema, {
    id: "g",
    wordings: ["Any goats?"],
    ways: 1,
    asked: 1,
    lastAskedAt,
    ...more,
  });
}

const knownOf = (nearest: MessageInitShape<typeof GapSchema>["nearest"]) =>
  unansweredOf([gap({ nearest })])[0]?.known;

it("is named by its most typical words, with the others beside", () => {
  const wordings = ["Any goats?", "Can I keep a goat?", "goat ok?"];
  expect(unansweredOf([gap({ wordings, ways: 5, asked: 9, residents: 4, reply: "No." })])).toEqual([
    {
      id: "g",
      question: "Any goats?",
      ways: ["Can I keep a goat?", "goat ok?"],
      otherWays: 4,
      times: 9,
      residents: 4,
      last: 7000,
      reply: "No.",
      known: undefined,
    },
  ]);
});

it("leads to what waits or has expired, and only where that is near and the community's", () => {
  const near = { answerId: "a", communityId: "harbor", confidence: 0.8 };
  expect(knownOf({ ...near, waiting: true })).toEqual({ id: "a", expired: false });
  expect(knownOf({ ...near, expired: true })).toEqual({ id: "a", expired: true });
  expect(knownOf(near)).toBeUndefined();
  expect(knownOf({ ...near, confidence: 0.3, waiting: true })).toBeUndefined();
  expect(knownOf({ ...near, communityId: "", expired: true })).toBeUndefined();
});
