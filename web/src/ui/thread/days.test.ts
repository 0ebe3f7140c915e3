import { expect, it } from "vitest";
import { byDay, dayName } from "./days";

const now = new Date(2026, 10, 20, 9, 0);

it("names today, yesterday and older days", () => {
  expect(dayName(now, now)).toBe("Today, Friday, November 20");
  expect(dayName(new Date(2026, 10, 19, 23, 59), now)).toBe("Yesterday, Thursday, November 19");
  expect(dayName(new Date(2026, 10, 3), now)).toBe("Tuesday, November 3");
  expect(dayName(new Date(2025, 11, 24), now)).toBe("Wednesday, December 24, 2025");
});

it("groups messages by day in their order", () => {
  const at = [new Date(2026, 10, 19, 8), new Date(2026, 10, 19, 20), now];
  const days = byDay(at.map((one) => ({ at: one })));
  expect(days.map((day) => day.items.length)).toEqual([2, 1]);
});
