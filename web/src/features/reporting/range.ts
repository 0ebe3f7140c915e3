// The range of days of a report. Pure.

import { rangeErrorLabels } from "./labels";

/** Number of days of each range that ends today. */
export const lastDays = { "7": 7, "28": 28, "90": 90, "365": 365 } as const;

export type Range = keyof typeof lastDays | "this-month" | "last-month" | "custom";

export type RangeState = {
  range: Range;
  /** First day of a custom range, as 2026-10-24; empty for other ranges. */
  start: string;
  /** Last day of a custom range; empty for other ranges. */
  end: string;
};

type CustomDays = Pick<RangeState, "start" | "end">;

/** Maximum number of days of a report, as on the server. */
const maxDays = 366;

/** Returns the day of a date in the browser's time zone, as 2026-10-24. */
function dayOf(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

/** Returns the first and the last day of a range. */
export function toDays({ range, start, end }: RangeState, today: Date): CustomDays {
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const between = (first: Date, last: Date) => ({ start: dayOf(first), end: dayOf(last) });
  if (range === "custom") return { start, end };
  if (range === "this-month") return between(new Date(year, month, 1), today);
  if (range === "last-month")
    return between(new Date(year, month - 1, 1), new Date(year, month, 0));
  return between(new Date(year, month, day - (lastDays[range] - 1)), today);
}

/** Returns whether a text is an existing day, such as 2026-10-24. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Returns what is wrong with the days of a range; empty if they are valid. */
export function rangeErrors(
  { start, end }: CustomDays,
  today: Date,
): { start?: string; end?: string } {
  const missing = {
    ...(isDay(start) ? {} : { start: rangeErrorLabels.start }),
    ...(isDay(end) ? {} : { end: rangeErrorLabels.end }),
  };
  if (missing.start || missing.end) return missing;
  if (end < start) return { end: rangeErrorLabels.reversed };
  if (start > dayOf(today)) return { start: rangeErrorLabels.future };
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  return days > maxDays ? { start: rangeErrorLabels.tooLong(maxDays) } : {};
}

/** Returns whether a report can be made on a range. */
export function isValidRange(range: RangeState, today: Date): boolean {
  return Object.keys(rangeErrors(toDays(range, today), today)).length === 0;
}
