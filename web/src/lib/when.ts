// Times as people say them, in the reader's own zone.

/** "10:41 AM" of today, "Nov 3, 10:41 AM" of another day. */
export function whenWords(at: Date, now: Date): string {
  const time: Intl.DateTimeFormatOptions = { hour: "numeric", minute: "2-digit" };
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(undefined, time);
  return at.toLocaleString(undefined, { month: "short", day: "numeric", ...time });
}

/** "10:41 AM" of today, "Nov 3" of another day of the year, "Nov 3, 2025" of another year. */
export function shortWhen(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) return whenWords(at, now);
  return at.toLocaleDateString(undefined, {
    month: "short",
    day: "numeric",
    ...(at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" }),
  });
}
