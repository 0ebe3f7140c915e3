// Suggested times to snooze until, in the time zone of the user.

const morning = 9;
const hour = 3_600_000;
const monday = 1;

function nextMorning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning);
}

export function snoozeTimes(now: Date): { label: string; until: Date }[] {
  const toMonday = (monday - now.getDay() + 7) % 7 || 7;
  return [
    { label: "In an hour", until: new Date(now.getTime() + hour) },
    { label: "Tomorrow morning", until: nextMorning(now, 1) },
    // On a Sunday, Monday is already listed as tomorrow.
    ...(toMonday > 1 ? [{ label: "Monday morning", until: nextMorning(now, toMonday) }] : []),
  ];
}

/** Formats a time for a `datetime-local` field: "2026-11-23T09:00". */
export function toLocalInput(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
