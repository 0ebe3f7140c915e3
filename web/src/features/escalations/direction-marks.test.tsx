import { create } from "@bufbuild/protobuf";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { EscalationSchema } from "../../gen/parlor/v1/escalation_pb";
import { ClosestAnswer, Translation } from "./suggestion";
import { TrainingOptions } from "./training-options";

const escalation = create(EscalationSchema, {
  question: "Where do I pay?",
  questionInEnglish: "Pay at \u202emoc.elpmaxe",
  suggestedQuestion: "Pay \u061conline",
  communityLabel: "Harbor Row",
});
const draft = {
  ...{ answer: "At the office.", question: "Pay \u202eereh", category: "" },
  ...{ train: true, notify: false, channel: "text" as const },
};
const change = () => undefined;

test("the translation shows bidirectional control characters as marks", () => {
  render(<Translation escalation={escalation} />);
  expect(screen.getByText("In English: “Pay at [RLO]moc.elpmaxe”")).toBeTruthy();
});

test("the closest question shows bidirectional control characters as marks", () => {
  render(<ClosestAnswer escalation={escalation} answer="" onUse={change} />);
  expect(screen.getByText("Closest question: “Pay [ALM]online”")).toBeTruthy();
});

test("the training options show bidirectional control characters as marks", () => {
  render(
    <TrainingOptions
      escalation={escalation}
      draft={draft}
      change={change}
      replaces={"Use \u202eknil"}
    />,
  );
  expect(screen.getByText("“Pay [RLO]ereh”")).toBeTruthy();
  expect(screen.getByText("Use [RLO]knil")).toBeTruthy();
});
