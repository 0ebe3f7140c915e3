// The usual times to put something aside until, in the reader's own zone.

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
    // On a Sunday that is tomorrow, and said already.
    ...(toMonday > 1 ? [{ label: "Monday morning", until: nextMorning(now, toMonday) }] : []),
  ];
}

/** As a field for a day and a time has it: "2026-11-23T09:00". */
export function toLocalInput(at: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}
