import { expect, test } from "vitest";
import { toTitle } from "./intents";

test("a question is cut to a title between two words", () => {
  expect(toTitle("Bee boxes")).toBe("Bee boxes");
  const long = "Someone staked a bee box on the strip behind us, is that ours or a neighbor's?";
  expect(toTitle(long)).toBe("Someone staked a bee box on the strip behind us, is that");
  expect(toTitle("x".repeat(80))).toBe("x".repeat(60));
});
