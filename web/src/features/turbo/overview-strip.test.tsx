import { create } from "@bufbuild/protobuf";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import { CoverageItem, MostUsedItem } from "./overview-strip";

test("the most used question shows bidirectional control characters as marks", () => {
  const answer = create(AnswerSchema, {
    ...{ id: "pay", question: "Pay \u202eereh", answer: "Online.", category: "Fees", used: 3n },
  });
  render(<MostUsedItem answers={[answer]} failed={false} onOpen={() => undefined} />);
  expect(screen.getByText("Pay [RLO]ereh")).toBeTruthy();
});

test("full coverage names the questions that residents asked and nobody has answered", () => {
  const answer = create(AnswerSchema, { id: "pay", question: "Can I pay?", answer: "Yes." });
  const shown = (otherCount: number) => (
    <CoverageItem answers={[answer]} failed={false} today="2026-03-02" otherCount={otherCount} />
  );
  const { rerender } = render(shown(5));
  expect(screen.getByText("1 of 1 listed")).toBeTruthy();
  expect(screen.getByText("Plus 5 unanswered questions")).toBeTruthy();
  rerender(shown(0));
  expect(screen.queryByText(/unanswered/)).toBeNull();
});
