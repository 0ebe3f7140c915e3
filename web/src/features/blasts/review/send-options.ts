// When a blast is sent, and whether quiet hours count.

export type SendOptions = {
  later: boolean;
  /** "2026-11-24T09:30", by the clock of the first community. */
  startsAt: string;
  isEmergency: boolean;
  emergencyReason: string;
};

export type SendErrors = { startsAt?: string; emergencyReason?: string };

export const initialSendOptions: SendOptions = {
  later: false,
  startsAt: "",
  isEmergency: false,
  emergencyReason: "",
};

export const reasonLengths = { min: 10, max: 500 };
const longestWait = 365 * 86_400_000;

/** Returns what the clock of a time zone shows, as "2026-11-24T09:30". */
export function localTime(at: number, timeZone: string): string {
  const options = { dateStyle: "short", timeStyle: "short", hourCycle: "h23" } as const;
  const zone = timeZone ? { timeZone } : {};
  return new Intl.DateTimeFormat("sv-SE", { ...options, ...zone }).format(at).replace(" ", "T");
}

function startError(startsAt: string, now: number, timeZone: string): string | undefined {
  if (Number.isNaN(new Date(startsAt).getTime())) return "Choose a date and time.";
  if (startsAt <= localTime(now, timeZone)) return "Choose a time in the future.";
  return startsAt > localTime(now + longestWait, timeZone)
    ? "Choose a time within a year."
    : undefined;
}

/** What the server would refuse. */
export function sendErrors(options: SendOptions, timeZone: string, now = Date.now()): SendErrors {
  const start = options.later ? startError(options.startsAt, now, timeZone) : undefined;
  const isReasonShort = options.emergencyReason.trim().length < reasonLengths.min;
  return {
    ...(start ? { startsAt: start } : {}),
    ...(options.isEmergency && isReasonShort
      ? { emergencyReason: `Enter a reason of at least ${reasonLengths.min} characters.` }
      : {}),
  };
}

/** The options as ScheduleBlast takes them. */
export function toScheduleRequest({ later, startsAt, isEmergency, emergencyReason }: SendOptions) {
  return {
    startsAtLocal: later ? startsAt : "",
    isEmergency,
    emergencyReason: isEmergency ? emergencyReason.trim() : "",
  };
}
