import { expect, it } from "vitest";
import { toLocalInput } from "../../lib/local-time";
import { snoozeTimes } from "./snooze-times";

it("suggests an hour, the next morning and the next Monday", () => {
  const friday = new Date(2026, 10, 20, 16, 30);
  expect(snoozeTimes(friday).map(({ until }) => toLocalInput(until))).toEqual([
    "2026-11-20T17:30",
    "2026-11-21T09:00",
    "2026-11-23T09:00",
  ]);
});

it("does not suggest the same morning twice", () => {
  expect(snoozeTimes(new Date(2026, 10, 22, 12)).map(({ label }) => label)).toEqual([
    "In an hour",
    "Tomorrow morning",
  ]);
});

it("suggests the Monday after on a Monday", () => {
  const [, , monday] = snoozeTimes(new Date(2026, 10, 23, 8));
  expect(monday && toLocalInput(monday.until)).toBe("2026-11-30T09:00");
});
