import { expect, test } from "vitest";
import { formatDuration } from "./format-duration";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, "0 min"],
  [42 * minute + 59_000, "42 min"],
  [hour, "1 hr"],
  [3 * hour + 12 * minute, "3 hr 12 min"],
  [day - 1, "23 hr 59 min"],
  [day, "1 day"],
  [day + 59 * minute, "1 day"],
  [2 * day + 3 * hour, "2 days 3 hr"],
  [1200 * day, "1,200 days"],
])("%d ms is %s", (duration, text) => expect(formatDuration(duration)).toBe(text));

test.each([
  [5 * minute, "5 min"],
  [day - minute, "23 hr 59 min"],
  [51 * hour + 5 * minute, "51 hr"],
  [1234 * hour, "1,234 hr"],
])("%d ms is %s with hours as the largest unit", (duration, text) =>
  expect(formatDuration(duration, "hour")).toBe(text),
);
