// Formats of the figures, days and periods of a report.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type Report,
  type ReportFigure,
  ReportMetric,
  ReportUnit,
} from "../../gen/parlor/v1/report_pb";
import { formatDateTime, formatDay, formatMonthDay, toDate } from "../../lib/format-date";
import { formatDuration } from "../../lib/format-duration";
import { formatDollars, formatNumber } from "../../lib/format-number";

/** "42 min", "3 hr 5 min", "51 hr". */
export function minutesLabel(minutes: number): string {
  return formatDuration(Math.round(minutes) * 60_000, "hour");
}

export function valueLabel(value: number, unit: ReportUnit): string {
  if (unit === ReportUnit.SHARE) return `${(value * 100).toFixed(1)}%`;
  if (unit === ReportUnit.MINUTES) return minutesLabel(value);
  if (unit === ReportUnit.CENTS) return formatDollars(value / 100, { cents: false });
  return formatNumber(value);
}

/** Figures where less is better. */
const lessIsBetter: ReadonlySet<ReportMetric> = new Set([
  ReportMetric.ESCALATIONS,
  ReportMetric.FIRST_RESPONSE,
  ReportMetric.RESOLUTION,
  ReportMetric.OPT_OUTS,
  ReportMetric.BLAST_FAILED,
  ReportMetric.UNANSWERED,
  ReportMetric.REQUEST_COMPLETION,
]);

/** Figures where more is better. */
const moreIsBetter: ReadonlySet<ReportMetric> = new Set([
  ReportMetric.BOT_ANSWERS,
  ReportMetric.REQUESTS_COMPLETED,
  ReportMetric.BOT_SHARE,
  ReportMetric.ANSWERS_LEARNED,
  ReportMetric.LEARNED_ANSWERS_SENT,
  ReportMetric.MINUTES_SAVED,
  ReportMetric.MONEY_SAVED,
]);

function changeText(value: number, before: number, unit: ReportUnit): string {
  const change = value - before;
  const sign = change > 0 ? "+" : "−";
  if (unit === ReportUnit.SHARE) return `${sign}${Math.abs(change * 100).toFixed(1)} points`;
  if (unit === ReportUnit.MINUTES) return `${sign}${minutesLabel(Math.abs(change))}`;
  return `${sign}${Math.abs((change / before) * 100).toFixed(1)}%`;
}

/** Change since the previous period; undefined without one to compare. */
export function changeOf({ metric, unit, value, previousValue }: ReportFigure) {
  if (value === undefined || previousValue === undefined) return undefined;
  if (value === previousValue) return { text: "No change", tone: "flat" };
  const isRatio = unit === ReportUnit.COUNT || unit === ReportUnit.CENTS;
  if (isRatio && previousValue === 0) return undefined;
  const isMore = value > previousValue;
  const isGood = isMore ? moreIsBetter.has(metric) : lessIsBetter.has(metric);
  const isBad = isMore ? lessIsBetter.has(metric) : moreIsBetter.has(metric);
  const tone = isGood ? "good" : isBad ? "bad" : "flat";
  return { text: changeText(value, previousValue, unit), tone };
}

/** "Oct 24 – Nov 20, 2026, New York time". */
export function periodLabel({ startDate, endDate, timeZone }: Report): string {
  const year = endDate.slice(0, 4);
  const start = formatDay(startDate).replace(`, ${year}`, "");
  return `${start} – ${formatDay(endDate)}, ${zoneLabel(timeZone)}`;
}

export function zoneLabel(timeZone: string): string {
  const place = timeZone.split("/").at(-1) ?? timeZone;
  return timeZone.includes("/") ? `${place.replaceAll("_", " ")} time` : timeZone;
}

export function countedLabel(at: Timestamp | undefined): string {
  return at ? `Data through ${formatDateTime(timestampDate(at), new Date())}.` : "";
}

/** Formats a day such as 2026-11-03 as "Nov 3". */
export function shortDay(day: string): string {
  return formatMonthDay(toDate(day));
}
