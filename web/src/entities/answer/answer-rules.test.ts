import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { type Answer, AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import {
  changedFields,
  coverageLabel,
  findConflicts,
  matchesTerms,
  mergeDraft,
  mostUsedAnswer,
  rebaseDraft,
  sortAnswers,
  toCategories,
  toDraft,
  toSearchTerms,
  toValues,
  validateValues,
} from "./answer-rules";

function answer(question: string, more: Partial<Answer> = {}): Answer {
  const { $typeName: _, ...rest } = more;
  return create(AnswerSchema, {
    id: question,
    category: "Parking",
    question,
    answer: "Write to the office.",
    source: "House rules, p. 12",
    version: 1n,
    ...rest,
  });
}

describe("finding", () => {
  const permit = answer("How do I get a second permit?", { samples: ["my wife got a car too"] });

  it("finds every word anywhere", () => {
    expect(matchesTerms(permit, toSearchTerms("OFFICE permit"))).toBe(true);
    expect(matchesTerms(permit, toSearchTerms("office pool"))).toBe(false);
  });

  it("finds sample questions", () => {
    expect(matchesTerms(permit, toSearchTerms("wife"))).toBe(true);
  });

  it("finds all answers without words", () => {
    expect(matchesTerms(permit, toSearchTerms("   "))).toBe(true);
  });
});

describe("order", () => {
  const first = answer("Item 2", { category: "Pets", used: 4n });
  const second = answer("Item 10", { category: "Pets", used: 9n });
  const third = answer("Fob", { category: "Keys" });

  it("sorts by category and question, with numbers in numeric order", () => {
    expect(sortAnswers([second, first, third], "category")).toEqual([third, first, second]);
  });

  it("sorts the most used first, and tells whether any answer was used", () => {
    expect(mostUsedAnswer([first, second, third])).toBe(second);
    expect(mostUsedAnswer([third])).toBeUndefined();
  });

  it("sorts unanswered questions first in their category", () => {
    const waiting = answer("Zebras", { category: "Pets", answer: "" });
    expect(sortAnswers([first, waiting, third], "category")).toEqual([third, waiting, first]);
  });

  it("counts the answers of each category and in total", () => {
    const waiting = answer("Zebras", { category: "Pets", answer: "" });
    const categories = toCategories([first, second, third, waiting]);
    expect(categories).toEqual([
      { name: "Keys", count: 1, answered: 1 },
      { name: "Pets", count: 3, answered: 2 },
    ]);
    expect(categories.map(coverageLabel)).toEqual(["1 of 1", "2 of 3"]);
  });
});

describe("edits of one answer by two users", () => {
  const before = answer("Who tows?");
  const draft = toDraft(before);
  const mine = { ...draft, values: { ...draft.values, answer: "Mine." } };

  it("keeps both when they changed different fields", () => {
    const theirs = { ...toValues(before), category: "Towing" };
    expect(findConflicts(mine, theirs)).toEqual([]);
    expect(mergeDraft(mine, theirs)).toMatchObject({ answer: "Mine.", category: "Towing" });
    expect(changedFields(mine, theirs)).toEqual(["answer"]);
  });

  it("reports a conflict when they changed the same field differently", () => {
    const theirs = { ...toValues(before), answer: "Theirs." };
    expect(findConflicts(mine, theirs)).toEqual(["answer"]);
  });

  it("reports no conflict when they wrote the same", () => {
    expect(findConflicts(mine, { ...toValues(before), answer: "Mine." })).toEqual([]);
  });

  it("reports no conflict when one continues from a colleague's text", () => {
    const theirs = { ...toValues(before), category: "Towing" };
    const moved = rebaseDraft(draft, theirs);
    const next = { ...moved, values: { ...moved.values, category: "Towing, day and night" } };
    expect(findConflicts(next, theirs)).toEqual([]);
    expect(changedFields(next, theirs)).toEqual(["category"]);
  });
});

describe("validation", () => {
  it("reports missing and too long values", () => {
    const values = { question: " ", answer: "x".repeat(4001), category: "", source: "" };
    expect(validateValues(values)).toEqual({
      question: "Write the question.",
      answer: "At most 4,000 characters; this has 4,001.",
    });
  });
});
