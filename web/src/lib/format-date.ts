// Dates and times in the user's time zone.

import { locale } from "./locale";

const timeParts = { hour: "numeric", minute: "2-digit" } as const;
const dayParts = { month: "short", day: "numeric" } as const;

/** Formats a time of day: "10:41 AM". */
export function formatTime(at: Date): string {
  return at.toLocaleTimeString(locale, timeParts);
}

/** Formats a full hour: "10 AM". */
export function formatHour(at: Date): string {
  return at.toLocaleTimeString(locale, { hour: "numeric" });
}

/** "10:41 AM" for today, "Nov 3, 10:41 AM" for other days. */
export function formatDateTime(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return formatTime(at);
  return at.toLocaleString(locale, { ...dayParts, ...timeParts });
}

/** "10:41 AM" for today, "Nov 3" within this year, "Nov 3, 2025" for other years. */
export function formatShortDate(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? formatTime(at) : formatDate(at, now);
}

/** "Nov 3" within this year, "Nov 3, 2025" for other years. */
export function formatDate(at: Date, now: Date): string {
  return at.getFullYear() === now.getFullYear() ? formatMonthDay(at) : formatFullDate(at);
}

/** Formats a date without its year: "Nov 3". */
export function formatMonthDay(at: Date): string {
  return at.toLocaleDateString(locale, dayParts);
}

/** Formats a date without its year, and with the month's full name: "November 3". */
export function formatLongMonthDay(at: Date): string {
  return at.toLocaleDateString(locale, { month: "long", day: "numeric" });
}

/** "Friday, November 20" within this year, "Friday, November 20, 2026" for other years. */
export function formatLongDate(at: Date, now: Date): string {
  const parts = { weekday: "long", month: "long", day: "numeric" } as const;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return at.toLocaleDateString(locale, isThisYear ? parts : { ...parts, year: "numeric" });
}

/** Formats a date: "Nov 3, 2026". */
export function formatFullDate(at: Date): string {
  return at.toLocaleDateString(locale, { ...dayParts, year: "numeric" });
}

/** Formats a date and time: "Nov 3, 2026, 10:41 AM". */
export function formatFullDateTime(at: Date): string {
  return at.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}

/** Returns a day such as "2026-11-03" as a date. */
export function toDate(day: string): Date {
  return new Date(`${day}T12:00`);
}

/** Formats a day such as "2026-11-03" as "Nov 3, 2026". */
export function formatDay(day: string): string {
  return formatFullDate(toDate(day));
}
