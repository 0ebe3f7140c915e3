import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { AnswerSchema } from "../../../gen/parlor/v1/answer_pb";
import { createCopyPlan, planLabel, toSteps } from "./copy-plan";

const answer = (question: string, text: string, more: MessageInitShape<typeof AnswerSchema> = {}) =>
  create(AnswerSchema, { id: `${question} ${text}`, question, answer: text, ...more });

describe("a copy to another community", () => {
  const mine = [answer("Pool?", "At 8."), answer("Gym?", "At 6."), answer("Sauna?", "No.")];
  const theirs = [answer("pool? ", "At 8."), answer("GYM?", "At 7.")];
  const plan = createCopyPlan("alder", mine, theirs);

  it("separates new, differing and equal answers", () => {
    expect(plan.added.map((step) => step.mine.question)).toEqual(["Sauna?"]);
    expect(plan.differing.map((step) => step.theirs?.answer)).toEqual(["At 7."]);
    expect(plan.same).toBe(1);
    expect(planLabel(plan)).toBe("1 new, 1 differs, 1 already there");
  });

  it("keeps differing answers unless they may be replaced", () => {
    expect(toSteps([plan], false)).toEqual(plan.added);
    expect(toSteps([plan], true)).toEqual([...plan.added, ...plan.differing]);
  });

  it("treats a different category or source as a difference", () => {
    const moved = [answer("Pool?", "At 8.", { category: "Amenities" })];
    expect(createCopyPlan("alder", moved, theirs).differing).toHaveLength(1);
  });
});
