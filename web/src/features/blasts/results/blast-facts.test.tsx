import { create } from "@bufbuild/protobuf";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { BlastSchema } from "../../../gen/parlor/v1/blast_pb";
import { BlastFacts } from "./blast-facts";

test("the text and the reason show bidirectional control characters as marks", () => {
  const blast = create(BlastSchema, {
    body: "Pay at \u202emoc.elpmaxe",
    isEmergency: true,
    emergencyReason: "Gas \u2067leak",
  });
  render(<BlastFacts blast={blast} text={blast.body} links={[]} />);
  expect(screen.getByText("Pay at [RLO]moc.elpmaxe")).toBeTruthy();
  expect(screen.getByText("Gas [RLI]leak")).toBeTruthy();
});
