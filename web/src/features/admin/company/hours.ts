// Office hours. The contract has a list of spans; the form edits them by day.

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { BusinessHoursSchema, Weekday } from "../../../gen/parlor/v1/company_pb";
import { labels, weekdays } from "./labels";

export type HoursSpan = MessageInitShape<typeof BusinessHoursSchema> & {
  day: Weekday;
  opens: string;
  closes: string;
};

/** Returns the spans of a day with their indexes in the unordered list. */
export function spansOfDay(
  hours: readonly HoursSpan[],
  day: Weekday,
): { span: HoursSpan; at: number }[] {
  return hours.map((span, at) => ({ span, at })).filter(({ span }) => span.day === day);
}

/** Adds a span to a day: 9 to 5 first, then one that starts when the last one ends. */
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

/** Returns the error of invalid hours; undefined if they are valid. */
export function hoursError(hours: readonly HoursSpan[]): string | undefined {
  for (const { day, name } of weekdays) {
    const spans = spansOfDay(hours, day)
      .map(({ span }) => span)
      .sort((one, other) => one.opens.localeCompare(other.opens));
    for (const [at, { opens, closes }] of spans.entries()) {
      if (!opens || !closes) return labels.timesMissing(name);
      if (closes <= opens) return labels.closesTooEarly(name);
      const next = spans[at + 1];
      if (next && next.opens < closes) {
        return labels.hoursOverlap(name);
      }
    }
  }
  return undefined;
}
