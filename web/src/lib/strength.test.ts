import { expect, test } from "vitest";
import { strengthOf } from "./strength";

test.each([
  ["", 0],
  ["short", 1],
  ["aaaaaaaaaaaaaaaa", 1],
  ["passwordpassword", 1],
  ["qwertyuiopas", 1],
  ["123456789012", 1],
  ["larkspurroad", 2],
  ["lantern cobalt otter", 4],
  ["parlor-demo-house", 3],
])("%j has strength %i", (password, level) => {
  expect(strengthOf(password).level).toBe(level);
});

test("a short one says how much is missing", () => {
  expect(strengthOf("elevenchars").words).toBe("1 more character needed.");
});
