import { expect, test } from "vitest";
import { ageLevel, formatAge } from "./age";
import { formatCount } from "./count";

const minute = 60_000;

test.each([
  [0, "just now"],
  [6 * minute, "6 min"],
  [85 * minute, "1 hr 25 min"],
  [26 * 60 * minute, "1 day 2 hr"],
])("%d ms is %s", (age, words) => expect(formatAge(age)).toBe(words));

test.each([
  [29, "fresh"],
  [30, "aging"],
  [119, "aging"],
  [120, "late"],
])("after %d minutes it is %s", (age, level) => expect(ageLevel(age * minute)).toBe(level));

test("from 1,000 a count is “999+”", () => {
  expect(formatCount(999)).toBe("999");
  expect(formatCount(1000)).toBe("999+");
});
