import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { CutNote } from "./cut-note";

const rows = (length: number) => Array.from({ length }, (_, at) => at);

test("a ranking with as many rows as a report lists says that there may be more", () => {
  const { container, rerender } = render(<CutNote rows={rows(199)} />);
  expect(container.textContent).toBe("");
  rerender(<CutNote rows={rows(200)} />);
  expect(container.textContent).toBe("Only the first 200 are listed.");
});
