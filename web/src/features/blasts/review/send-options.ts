// When a blast is sent, and whether quiet hours apply.

import { sendLabels as labels } from "./labels";

export type SendOptions = {
  later: boolean;
  /** "2026-11-24T09:30", in the time zone of the first community. */
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

/** Returns the local time in a time zone: "2026-11-24T09:30". */
export function localTime(at: number, timeZone: string): string {
  const options = { dateStyle: "short", timeStyle: "short", hourCycle: "h23" } as const;
  const zone = timeZone ? { timeZone } : {};
  return new Intl.DateTimeFormat("sv-SE", { ...options, ...zone }).format(at).replace(" ", "T");
}

function startError(startsAt: string, now: number, timeZone: string): string | undefined {
  if (Number.isNaN(new Date(startsAt).getTime())) return labels.startMissing;
  if (startsAt <= localTime(now, timeZone)) return labels.startPast;
  return startsAt > localTime(now + longestWait, timeZone) ? labels.startTooLate : undefined;
}

/** Returns the errors that the server would report. */
export function sendErrors(options: SendOptions, timeZone: string, now = Date.now()): SendErrors {
  const start = options.later ? startError(options.startsAt, now, timeZone) : undefined;
  const isReasonShort = options.emergencyReason.trim().length < reasonLengths.min;
  return {
    ...(start ? { startsAt: start } : {}),
    ...(options.isEmergency && isReasonShort
      ? { emergencyReason: labels.emergencyReasonTooShort(reasonLengths.min) }
      : {}),
  };
}

/** Returns the start to review the blast for; empty for now, or if the start is not valid. */
export function validStart(options: SendOptions, timeZone: string, now = Date.now()): string {
  const { later, startsAt } = options;
  return later && !startError(startsAt, now, timeZone) ? startsAt : "";
}

/** Converts the options to fields of ScheduleBlast. */
export function toScheduleRequest({ later, startsAt, isEmergency, emergencyReason }: SendOptions) {
  return {
    startsAtLocal: later ? startsAt : "",
    isEmergency,
    emergencyReason: isEmergency ? emergencyReason.trim() : "",
  };
}
