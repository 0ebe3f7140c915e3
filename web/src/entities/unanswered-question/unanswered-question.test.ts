import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, it } from "vitest";
import { UnansweredQuestionSchema } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { toUnansweredQuestions } from "./unanswered-question";

function message(overrides: MessageInitShape<typeof UnansweredQuestionSchema> = {}) {
  const lastAskedAt = timestampFromMs(7000);
  return create(UnansweredQuestionSchema, {
    id: "g",
    utterances: ["Any goats?"],
    distinctTexts: 1,
    timesAsked: 1,
    lastAskedAt,
    ...overrides,
  });
}

const entryOf = (
  closestAnswer: MessageInitShape<typeof UnansweredQuestionSchema>["closestAnswer"],
) => toUnansweredQuestions([message({ closestAnswer })])[0]?.entry;

it("uses the most typical utterance as its title", () => {
  const utterances = ["Any goats?", "Can I keep a goat?", "goat ok?"];
  expect(
    toUnansweredQuestions([
      message({ utterances, distinctTexts: 5, timesAsked: 9, residentCount: 4, reply: "No." }),
    ]),
  ).toEqual([
    {
      id: "g",
      question: "Any goats?",
      otherUtterances: ["Can I keep a goat?", "goat ok?"],
      otherCount: 4,
      times: 9,
      residents: 4,
      last: 7000,
      reply: "No.",
      entry: undefined,
    },
  ]);
});

it("links to a similar unanswered or expired answer of the community", () => {
  const near = { answerId: "a", communityId: "harbor", confidence: 0.8 };
  expect(entryOf({ ...near, isUnanswered: true })).toEqual({ id: "a", expired: false });
  expect(entryOf({ ...near, isExpired: true })).toEqual({ id: "a", expired: true });
  expect(entryOf(near)).toBeUndefined();
  expect(entryOf({ ...near, confidence: 0.3, isUnanswered: true })).toBeUndefined();
  expect(entryOf({ ...near, communityId: "", isExpired: true })).toBeUndefined();
});
