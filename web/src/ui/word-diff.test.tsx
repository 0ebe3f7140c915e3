import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { WordDiff } from "./word-diff";

test("a difference shows bidirectional control characters as marks", () => {
  const { container } = render(<WordDiff before="Pay here" after={"Pay \u202eereh"} />);
  expect(container.textContent).toBe("Pay here[RLO]ereh");
});
