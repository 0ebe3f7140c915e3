// Formats of the figures, days and periods of a report.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { type Report, ReportUnit } from "../../gen/parlor/v1/report_pb";
import { formatDateTime, formatDay, formatMonthDay, toDate } from "../../lib/format-date";
import { formatDuration } from "../../lib/format-duration";
import { formatDollars, formatNumber } from "../../lib/format-number";

/** "42 min", "3 hr 5 min", "51 hr". */
export function minutesLabel(minutes: number): string {
  return formatDuration(Math.round(minutes) * 60_000, "hour");
}

export const noChange = "No change";

export function valueLabel(value: number, unit: ReportUnit): string {
  if (unit === ReportUnit.SHARE) return `${(value * 100).toFixed(1)}%`;
  if (unit === ReportUnit.MINUTES) return minutesLabel(value);
  if (unit === ReportUnit.CENTS) return formatDollars(value / 100, { cents: false });
  return formatNumber(value);
}

/** "+12.5%", "−3.0 points", "+4 min". */
export function changeLabel(value: number, before: number, unit: ReportUnit): string {
  const change = value - before;
  const sign = change > 0 ? "+" : "−";
  if (unit === ReportUnit.SHARE) return `${sign}${Math.abs(change * 100).toFixed(1)} points`;
  if (unit === ReportUnit.MINUTES) return `${sign}${minutesLabel(Math.abs(change))}`;
  return `${sign}${Math.abs((change / before) * 100).toFixed(1)}%`;
}

/** "Oct 24 – Nov 20, 2026". */
function daysLabel(startDate: string, endDate: string): string {
  const year = endDate.slice(0, 4);
  const start = formatDay(startDate).replace(`, ${year}`, "");
  return `${start} – ${formatDay(endDate)}`;
}

/** "Oct 24 – Nov 20, 2026, New York time". */
export function periodLabel({ startDate, endDate, timeZone }: Report): string {
  return `${daysLabel(startDate, endDate)}, ${zoneLabel(timeZone)}`;
}

/** "Compared with Sep 26 – Oct 23, 2026". */
export function comparisonLabel({ previousStartDate, previousEndDate }: Report): string {
  return `Compared with ${daysLabel(previousStartDate, previousEndDate)}`;
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
