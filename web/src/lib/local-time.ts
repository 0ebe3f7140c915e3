// Times in the time zone of the user.

const morning = 9;

/** Returns 9 AM of the day that is a number of days later. */
export function morningAfter(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

/** Formats a time for a `datetime-local` field: "2026-11-23T09:00". */
export function toLocalInput(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
