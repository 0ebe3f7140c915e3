// Whether a change of a figure is good or bad.

import { type ReportFigure, ReportMetric, ReportUnit } from "../../gen/parlor/v1/report_pb";
import { changeLabel, noChange } from "./figure-labels";

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

/** Change since the previous period; undefined without one to compare. */
export function changeOf({ metric, unit, value, previousValue }: ReportFigure) {
  if (value === undefined || previousValue === undefined) return undefined;
  if (value === previousValue) return { text: noChange, tone: "flat" };
  const isRatio = unit === ReportUnit.COUNT || unit === ReportUnit.CENTS;
  if (isRatio && previousValue === 0) return undefined;
  const isMore = value > previousValue;
  const isGood = isMore ? moreIsBetter.has(metric) : lessIsBetter.has(metric);
  const isBad = isMore ? lessIsBetter.has(metric) : moreIsBetter.has(metric);
  const tone = isGood ? "good" : isBad ? "bad" : "flat";
  return { text: changeLabel(value, previousValue, unit), tone };
}
