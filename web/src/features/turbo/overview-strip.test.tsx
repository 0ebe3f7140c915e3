import { create } from "@bufbuild/protobuf";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import { MostUsedItem } from "./overview-strip";

test("the most used question shows bidirectional control characters as marks", () => {
  const answer = create(AnswerSchema, {
    ...{ id: "pay", question: "Pay \u202eereh", answer: "Online.", category: "Fees", used: 3n },
  });
  render(<MostUsedItem answers={[answer]} failed={false} onOpen={() => undefined} />);
  expect(screen.getByText("Pay [RLO]ereh")).toBeTruthy();
});
