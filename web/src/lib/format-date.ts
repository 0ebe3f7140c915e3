// Dates and times in the user's time zone.

/** "10:41 AM" for today, "Nov 3, 10:41 AM" for other days. */
export function formatDateTime(at: Date, now: Date): string {
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(undefined, time);
  return at.toLocaleString(undefined, { month: "short", day: "numeric", ...time });
}

/** "10:41 AM" for today, "Nov 3" within this year, "Nov 3, 2025" for other years. */
export function formatShortDate(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return formatDateTime(at, now);
  return at.toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });
}

/** Formats a day such as "2026-11-03" as "Nov 3, 2026". */
export function formatDay(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    year: "numeric",
  });
}
