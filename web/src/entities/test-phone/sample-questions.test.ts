import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import { Direction } from "../../gen/parlor/v1/conversation_pb";
import { TestPhoneMessageSchema } from "../../gen/parlor/v1/test_phone_service_pb";
import { sampleQuestions, selectExplained } from "./sample-questions";

const decision = { answerId: "a", confidence: 0.9, answered: true };

const messages = [
  create(TestPhoneMessageSchema, { id: "first", direction: Direction.INBOUND, decision }),
  create(TestPhoneMessageSchema, { id: "second", direction: Direction.INBOUND, decision }),
  create(TestPhoneMessageSchema, { id: "reply", direction: Direction.OUTBOUND, decision }),
  create(TestPhoneMessageSchema, { id: "undecided", direction: Direction.INBOUND }),
];

it("explains the newest question with an outcome and no reply", () => {
  expect(selectExplained(messages, undefined)?.id).toBe("second");
  expect(selectExplained(messages, "reply")?.id).toBe("second");
  expect(selectExplained([], undefined)).toBeUndefined();
});

it("explains the chosen question", () => {
  expect(selectExplained(messages, "first")?.id).toBe("first");
});

it("suggests the most used questions, one per category, as whole sentences", () => {
  const answers = [
    create(AnswerSchema, {
      category: "Pets",
      question: "May I have a dog?",
      used: 3n,
      samples: ["dog"],
    }),
    create(AnswerSchema, { category: "Pets", question: "And a cat?", used: 2n }),
    create(AnswerSchema, {
      category: "Pool",
      question: "When is it open?",
      used: 9n,
      samples: ["pool", "when can we go swimming"],
    }),
  ];
  expect(sampleQuestions(answers, 3)).toEqual(["when can we go swimming", "May I have a dog?"]);
});
