// When a blast is sent, and whether quiet hours count.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";

export type SendOptions = {
  later: boolean;
  /** "2026-11-24T09:30", in the zone of this computer. */
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

function startError(startsAt: string, now: number): string | undefined {
  const at = new Date(startsAt).getTime();
  if (Number.isNaN(at)) return "Choose a date and time.";
  if (at <= now) return "Choose a time in the future.";
  return at > now + longestWait ? "Choose a time within a year." : undefined;
}

/** What the server would refuse. */
export function sendErrors(options: SendOptions, now = Date.now()): SendErrors {
  const start = options.later ? startError(options.startsAt, now) : undefined;
  const isReasonShort = options.emergencyReason.trim().length < reasonLengths.min;
  return {
    ...(start ? { startsAt: start } : {}),
    ...(options.isEmergency && isReasonShort
      ? { emergencyReason: `Say in at least ${reasonLengths.min} characters why.` }
      : {}),
  };
}

/** The options as ScheduleBlast takes them. */
export function toScheduleRequest({ later, startsAt, isEmergency, emergencyReason }: SendOptions) {
  return {
    ...(later ? { startsAt: timestampFromDate(new Date(startsAt)) } : {}),
    isEmergency,
    emergencyReason: isEmergency ? emergencyReason.trim() : "",
  };
}
