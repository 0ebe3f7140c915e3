// Labels of the reporting screen, and formats of its figures.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import {
  type Report,
  type ReportFigure,
  ReportMetric,
  ReportUnit,
} from "../../gen/parlor/v1/report_pb";
import { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import { ReportFrequency } from "../../gen/parlor/v1/report_subscription_service_pb";
import { formatDateTime, formatDay } from "../../lib/format-date";
import type { Range } from "./url-state";

export const rangeLabels: Record<Range, string> = {
  "7": "Last 7 days",
  "28": "Last 4 weeks",
  "90": "Last 90 days",
  "365": "Last 12 months",
};

export const channelLabels: Record<ReportChannel, string> = {
  [ReportChannel.UNSPECIFIED]: "All channels",
  [ReportChannel.TEXT]: "Conversations",
  [ReportChannel.BLAST]: "Text blasts",
};

export const frequencyLabels: Record<ReportFrequency, string> = {
  [ReportFrequency.UNSPECIFIED]: "Never",
  [ReportFrequency.WEEKLY]: "Every week",
  [ReportFrequency.MONTHLY]: "Every month",
};

/** When reports are sent, and which days they cover. */
export function subscriptionHint(frequency: ReportFrequency): string {
  if (frequency === ReportFrequency.WEEKLY) return "Mondays at 8 AM, covering the previous week.";
  return frequency === ReportFrequency.MONTHLY
    ? "On the first day of each month at 8 AM, covering the previous month."
    : "";
}

/** "42 min", "1 h 04 min". */
export function minutesLabel(minutes: number): string {
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return rest === 0 || hours >= 24
    ? `${hours.toLocaleString("en")} h`
    : `${hours} h ${String(rest).padStart(2, "0")} min`;
}

export function valueLabel(value: number, unit: ReportUnit): string {
  if (unit === ReportUnit.SHARE) return `${(value * 100).toFixed(1)}%`;
  if (unit === ReportUnit.MINUTES) return minutesLabel(value);
  if (unit === ReportUnit.CENTS) {
    const money = { style: "currency", currency: "USD", maximumFractionDigits: 0 } as const;
    return (value / 100).toLocaleString("en", money);
  }
  return value.toLocaleString("en");
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
  const date = new Date(`${day}T12:00`);
  return date.toLocaleDateString("en", { month: "short", day: "numeric" });
}

/** Describes the content of an export. */
export function exportedLabel(rowCount: number): string {
  return `The file has ${rowCount.toLocaleString("en")} rows, with every figure and its definition.`;
}

export const labels = {
  assumptionsSaved: "Assumptions saved.",
  editAssumptions: "Edit assumptions",
  save: "Save",
  minutesSavedEachAnswer: "Minutes saved by each answer",
  of0To120: "0 to 120.",
  hourlyCostStaffUsDollars: "Hourly cost of staff in US dollars",
  leaveBlankHideMoneySaved: "Leave blank to hide the money saved.",
  hourlyCostStaffNotSet: "The hourly cost of staff is not set.",
  assumptions: "Assumptions",
  answerBotSavesMinutes: (minutesPerAnswer: number, cost: string) =>
    `An answer of the bot saves ${minutesPerAnswer} minutes. ${cost}`,
  planHasNoIncludedText: "Your plan has no included text segments.",
  other: "Other",
  questionsCategoryAnsweredBotLeft: "Questions by category, answered by the bot and left to staff",
  questionsByCategory: "Questions by category",
  category: "Category",
  bot: "Bot",
  staff: "Staff",
  whatResidentsAsk: "What residents ask",
  showCategoriesAs: "Show categories as",
  noData: "No data",
  communities: "Communities",
  communitiesMostQuestionsFirst: "Communities, most questions first",
  communityMostQuestionsFirst: "Community, most questions first",
  questions: "Questions",
  answeredByTheBot: "Answered by the bot",
  staffAnswer: "Staff answer",
  segments: "Segments",
  cost: "Cost",
  trend: "Trend",
  betweenQuestionsPerDay: (min: number, max: number) =>
    `Between ${min} and ${max} questions per day.`,
  theHighestDayIs: (range: string, shortDay: string) => `${range} The highest day is ${shortDay}.`,
  questionsPerDay: "Questions per day",
  textBlast: (title: string) => `Text blast: ${title}`,
  chart: "Chart",
  table: "Table",
  questionsByDay: "Questions by day",
  day: "Day",
  escalations: "Escalations",
  thisPeriod: "This period",
  periodBefore: "Period before",
  showQuestionsPerDay: "Show questions per day as",
  details: "Details",
  backToReport: "Back to report",
  noMatchingData: "No matching data",
  chooseAnotherRangeCommunity: "Choose another range or community.",
  time: "Time",
  resident: "Resident",
  community: "Community",
  text: "Text",
  took: "Took",
  countsAs: "Counts as",
  loadMore: "Load more",
  compareWithPreviousPeriod: "Compare with previous period",
  noComparison: "No comparison",
  allCategories: "All categories",
  allCommunities: "All communities",
  channel: "Channel",
  range: "Range",
  comparison: "Comparison",
  export: "Export",
  print: "Print",
  oneTenTakesLongerThan: (minutesLabel: string) => ` One in ten takes longer than ${minutesLabel}.`,
  seeDetails: "See details",
  seeDetailsOf: (title: string) => `See details of ${title}`,
  reporting: "Reporting",
  counting: "Counting…",
  couldntLoadTheReport: "Couldn’t load the report",
  mainFigures: "Main figures",
  allFigures: "All figures",
  daysWholeDays: (countedLabel: string, zoneLabel: string) =>
    `${countedLabel} Days are whole days in ${zoneLabel}; today is not finished.`,
  upTo7Days: "Up to 7 days",
  longer: "Longer",
  total: "Total",
  openServiceRequestsAge: "Open service requests by age",
  nowWhateverTheRange: "Now, whatever the range",
  state: "State",
  staffWorkload: "Staff workload",
  name: "Name",
  replies: "Replies",
  escalationsHandled: "Escalations handled",
  formerUser: "Former user",
  reportsByEmailSaved: "Reports by email saved.",
  reportsByEmail: "Reports by email",
  reportsGoEveryFigureCsv: (email: string) =>
    `Reports go to ${email}, with every figure and a CSV file. Each email has a link that stops them.`,
  howOften: "How often",
  change: "Change",
  subscribe: "Subscribe",
  getNoReportsEmail: "You get no reports by email.",
} as const;
