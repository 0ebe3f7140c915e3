import { expect, it } from "vitest";
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatFullDate,
  formatFullDateTime,
  formatHour,
  formatLongDate,
  formatLongMonthDay,
  formatMonthDay,
  formatShortDate,
  formatTime,
  toDate,
} from "./format-date";

const now = new Date(2026, 10, 20, 9, 5);
const earlierToday = new Date(2026, 10, 20, 0, 30);
const earlierThisYear = new Date(2026, 10, 3, 10, 41);
const lastYear = new Date(2025, 10, 3, 15, 0);

/** Newer versions of ICU put a narrow space before "AM". */
const plain = (text: string) => text.replaceAll("\u202f", " ");

it("gives the time of today, and the day of other times", () => {
  expect(plain(formatTime(now))).toBe("9:05 AM");
  expect(plain(formatHour(lastYear))).toBe("3 PM");
  expect(plain(formatDateTime(earlierToday, now))).toBe("12:30 AM");
  expect(plain(formatDateTime(earlierThisYear, now))).toBe("Nov 3, 10:41 AM");
});

it("leaves the year of dates of this year out", () => {
  expect(formatDate(now, now)).toBe("Nov 20");
  expect(formatDate(earlierThisYear, now)).toBe("Nov 3");
  expect(formatDate(lastYear, now)).toBe("Nov 3, 2025");
  expect(plain(formatShortDate(earlierToday, now))).toBe("12:30 AM");
  expect(formatShortDate(earlierThisYear, now)).toBe("Nov 3");
  expect(formatShortDate(lastYear, now)).toBe("Nov 3, 2025");
  expect(formatLongDate(earlierThisYear, now)).toBe("Tuesday, November 3");
  expect(formatLongDate(lastYear, now)).toBe("Monday, November 3, 2025");
});

it("formats full dates, and dates without their year", () => {
  expect(formatMonthDay(lastYear)).toBe("Nov 3");
  expect(formatLongMonthDay(lastYear)).toBe("November 3");
  expect(formatFullDate(lastYear)).toBe("Nov 3, 2025");
  expect(plain(formatFullDateTime(lastYear))).toBe("Nov 3, 2025, 3:00 PM");
});

it("keeps the day of a day without a time", () => {
  expect(formatDay("2026-03-01")).toBe("Mar 1, 2026");
  expect(formatMonthDay(toDate("2026-12-31"))).toBe("Dec 31");
});
