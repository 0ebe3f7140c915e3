import { create } from "@bufbuild/protobuf";
import { expect, it } from "vitest";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { filledFrom, fromCsv, textOf, toCsv } from "./rules";

const pool = create(AnswerSchema, {
  topic: "Amenities",
  question: "When is the pool open?",
  answer: "Daily, from 8 to 10.",
  source: "House rules, p. 4",
  samples: ["pool hours", "can we swim, now?"],
  validUntil: "2026-12-31",
});

function read(text: string) {
  const found = fromCsv(text);
  if (typeof found === "string") throw new Error(found);
  return found;
}

it("takes an export as it was written", () => {
  const [answer] = read(toCsv([pool]).slice(1)).answers;
  expect(answer).toEqual(create(AnswerSchema, { ...pool, id: "line 2" }));
});

it("leaves out what cannot be taken, and says which line and why", () => {
  const long = "x".repeat(4001);
  const found = read(
    `question,answer\nPool?,Daily.\npool?,Never.\n,No question.\nGym?,\nLong?,${long}\n`,
  );
  expect(found.answers.map(({ question }) => question)).toEqual(["Pool?"]);
  expect(found.empty).toBe(1);
  expect(found.leftOut).toEqual([
    { line: 3, question: "pool?", reason: "An earlier line has the same question." },
    { line: 4, question: "", reason: "It has no question. Write one into its column." },
    {
      line: 6,
      question: "Long?",
      reason: "Its answer has 4001 characters. Shorten it to 4000.",
    },
  ]);
});

it("says what is wrong with a file that is none of these", () => {
  expect(fromCsv("a,b\n1,2")).toContain("no column “question” and no column “answer”");
  expect(fromCsv(`question,answer\n${"a,b\n".repeat(2001)}`)).toContain("more than 2,000 lines");
  expect(textOf(new Uint8Array([0x50, 0x4b, 3, 4]).buffer)).toBeUndefined();
  expect(textOf(new Uint8Array([0x63, 0x61, 0x66, 0xe9]).buffer)).toBe("café");
});

it("keeps what a file does not say of a question that is there", () => {
  const answersOf = (text: string) => filledFrom(read(text), [pool])[0];
  const bare = answersOf("question,answer\nWhen is the POOL open?,Never.");
  expect(bare?.topic).toBe("Amenities");
  expect(bare?.source).toBe("House rules, p. 4");
  const told = answersOf("question,answer,topic,source\nWhen is the pool open?,Never.,Pets,");
  expect(told?.topic).toBe("Pets");
  expect(told?.source).toBe("");
});
