// Times as people say them, in the reader's own zone.

/** "10:41 AM" of today, "Nov 3, 10:41 AM" of another day. */
export function formatDateTime(at: Date, now: Date): string {
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(undefined, time);
  return at.toLocaleString(undefined, { month: "short", day: "numeric", ...time });
}

/** "10:41 AM" of today, "Nov 3" of another day of the year, "Nov 3, 2025" of another year. */
export function formatShortDate(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return formatDateTime(at, now);
  return at.toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });
}

/** "Nov 3, 2026" of a day such as "2026-11-03". */
export function formatDay(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    year: "numeric",
  });
}
