// Office hours as the contract has them (spans of weekdays) and as one edits them (by day).

import type { MessageInitShape } from "@bufbuild/protobuf";
import { type BusinessHoursSchema, Weekday } from "../../../gen/parlor/v1/company_pb";

export type HoursSpan = MessageInitShape<typeof BusinessHoursSchema> & {
  day: Weekday;
  opens: string;
  closes: string;
};

export const days: readonly { day: Weekday; name: string }[] = [
  { day: Weekday.MONDAY, name: "Monday" },
  { day: Weekday.TUESDAY, name: "Tuesday" },
  { day: Weekday.WEDNESDAY, name: "Wednesday" },
  { day: Weekday.THURSDAY, name: "Thursday" },
  { day: Weekday.FRIDAY, name: "Friday" },
  { day: Weekday.SATURDAY, name: "Saturday" },
  { day: Weekday.SUNDAY, name: "Sunday" },
];

/** The spans of a day with their places in the whole list, which is in no order. */
export function spansOfDay(
  hours: readonly HoursSpan[],
  day: Weekday,
): { span: HoursSpan; at: number }[] {
  return hours.map((span, at) => ({ span, at })).filter(({ span }) => span.day === day);
}

/** A further span of a day: office hours at first, then what is left of the afternoon. */
export function addSpan(hours: readonly HoursSpan[], day: Weekday): HoursSpan[] {
  const last = spansOfDay(hours, day).at(-1)?.span;
  const next = last ? { opens: last.closes, closes: "" } : { opens: "09:00", closes: "17:00" };
  return [...hours, { day, ...next }];
}

export function changeSpan(
  hours: readonly HoursSpan[],
  at: number,
  change: Partial<HoursSpan>,
): HoursSpan[] {
  return hours.map((span, place) => (place === at ? { ...span, ...change } : span));
}

export function removeSpan(hours: readonly HoursSpan[], at: number): HoursSpan[] {
  return hours.filter((_, place) => place !== at);
}

/** Why hours are not right, in words; undefined when they are. */
export function hoursError(hours: readonly HoursSpan[]): string | undefined {
  for (const { day, name } of days) {
    const spans = spansOfDay(hours, day)
      .map(({ span }) => span)
      .sort((one, other) => one.opens.localeCompare(other.opens));
    for (const [at, { opens, closes }] of spans.entries()) {
      if (!opens || !closes) return `${name}: say from when until when.`;
      if (closes <= opens)
        return `${name}: it cannot close at ${closes} when it opens at ${opens}.`;
      const next = spans[at + 1];
      if (next && next.opens < closes) {
        return `${name}: two spans overlap, for one opens at ${next.opens}, before ${closes}.`;
      }
    }
  }
  return undefined;
}
