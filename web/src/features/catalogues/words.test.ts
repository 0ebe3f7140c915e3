import { expect, test } from "vitest";
import { asTitle } from "./words";

test("a question is cut to a title between two words", () => {
  expect(asTitle("Bee boxes")).toBe("Bee boxes");
  const long = "Someone staked a bee box on the strip behind us, is that ours or a neighbor's?";
  expect(asTitle(long)).toBe("Someone staked a bee box on the strip behind us, is that");
  expect(asTitle("x".repeat(80))).toBe("x".repeat(60));
});
