// Copy of the reporting screen.

import { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import { ReportFrequency } from "../../gen/parlor/v1/report_subscription_service_pb";
import { formatNumber } from "../../lib/format-number";
import type { Range } from "./range";

/** Copy of the page, and of what its panels share. */
export const labels = {
  title: "Reporting",
  loadFailed: "Couldn't load the report",
  mainFigures: "Main figures",
  allFigures: "All figures",
  noData: "No data",
  seeDetails: "See details",
  seeDetailsOf: (figure: string) => `See details of ${figure}`,
  slowestTenth: (time: string) => `One in ten takes longer than ${time}.`,
  footnote: (dataThrough: string, zone: string) =>
    `${dataThrough} Days run midnight to midnight in ${zone}; today isn't complete.`,
  chart: "Chart",
  table: "Table",
  community: "Community",
  communities: "Communities",
  allCommunities: "All communities",
  category: "Category",
  questions: "Questions",
  botAnswers: "Answered by the bot",
  save: "Save",
  onlyFirst: (count: number) => `Only the first ${count} are listed.`,
} as const;

/** Copy of the filters above the report. */
export const filterLabels = {
  channel: "Channel",
  allCategories: "All categories",
  range: "Range",
  comparison: "Comparison",
  compare: "Compare with previous period",
  noComparison: "No comparison",
  export: "Export",
  exporting: "Preparing the report…",
  exportedRows: (count: number) =>
    `The file has ${count === 1 ? "1 row" : `${formatNumber(count)} rows`}, with every figure and its definition.`,
  print: "Print, or save as PDF",
} as const;

export const rangeLabels: Record<Range, string> = {
  "7": "Last 7 days",
  "28": "Last 4 weeks",
  "90": "Last 90 days",
  "365": "Last 12 months",
  "this-month": "This month",
  "last-month": "Last month",
  custom: "Custom range",
};

/** Copy of the fields of a custom range. */
export const rangeFieldLabels = {
  form: "Custom range",
  start: "First day",
  end: "Last day",
  apply: "Show report",
  invalid: "Choose a valid range",
  invalidHint: "Check the first and the last day above.",
} as const;

/** What is wrong with a custom range. */
export const rangeErrorLabels = {
  start: "Enter the first day.",
  end: "Enter the last day.",
  reversed: "The last day is before the first day.",
  future: "This day is in the future. Choose an earlier one.",
  tooLong: (days: number) => `Choose at most ${days} days.`,
} as const;

export const channelLabels: Record<ReportChannel, string> = {
  [ReportChannel.UNSPECIFIED]: "All channels",
  [ReportChannel.TEXT]: "Texts",
  [ReportChannel.EMAIL]: "Emails",
  [ReportChannel.WEB_CHAT]: "Web chats",
  [ReportChannel.BLAST]: "Text blasts",
};

/** Copy of the chart and table of days. */
export const dayLabels = {
  title: "Questions per day",
  thisPeriod: "This period",
  previousPeriod: "Previous period",
  view: "Show questions per day as",
  questionRange: (min: number, max: number) => `Between ${min} and ${max} questions per day.`,
  highestDay: (day: string) => `The highest day is ${day}.`,
  blast: (title: string) => `Text blast: ${title}`,
  table: "Questions by day",
  day: "Day",
  escalations: "Escalations",
} as const;

/** Copy of the chart and table of categories. */
export const categoryLabels = {
  title: "Questions by category",
  heading: "What residents ask",
  top: (shown: number) => `, top ${shown}`,
  topOf: (shown: number, total: number) => `, top ${shown} of ${total}`,
  view: "Show categories as",
  chart: "Questions by category, answered by the bot or by staff",
  other: "Other",
  bot: "Bot",
  staff: "Staff",
} as const;

/** Copy of the table of communities. */
export const communityLabels = {
  table: "Communities, most questions first",
  community: "Community, most questions first",
  staffAnswer: "Staff answer",
  segments: "Segments",
  cost: "Cost",
  trend: "Trend",
} as const;

/** Copy of the table of open service requests. */
export const requestLabels = {
  title: "Open service requests by age",
  hint: "Current, for any date range",
  state: "Status",
  upTo7Days: "Up to 7 days",
  upTo30Days: "8 to 30 days",
  upTo90Days: "31 to 90 days",
  older: "Over 90 days",
  total: "Total",
} as const;

/** Copy of the table of staff. */
export const staffLabels = {
  title: "Staff workload",
  name: "Name",
  formerUser: "Former user",
  replies: "Replies",
  escalations: "Escalations handled",
} as const;

/** Copy of the items that a figure counts. */
export const detailLabels = {
  title: "Details",
  back: "Back to report",
  none: "No matching data",
  noneHint: "Choose another range or community.",
  time: "Time",
  resident: "Resident",
  text: "Text",
  duration: "Took",
  count: "Counts as",
  loadMore: "Load more",
} as const;

/** Copy of the assumptions behind the time and money saved. */
export const assumptionLabels = {
  title: "Assumptions",
  timeSaved: (minutes: number, cost: string) =>
    `Each bot answer saves ${minutes === 1 ? "1 minute" : `${minutes} minutes`}. ${cost}`,
  hourlyCost: (dollars: number) => `Staff time costs $${formatNumber(dollars)} an hour.`,
  hourlyCostMissing: "The hourly cost of staff isn't set.",
  includedSegments: (count: bigint) =>
    `Your plan includes ${formatNumber(count)} text segments a month for these communities.`,
  noIncludedSegments: "Your plan has no included text segments.",
  edit: "Edit assumptions",
  minutes: "Minutes saved by each answer",
  minutesHint: "0 to 120.",
  cost: "Hourly cost of staff in US dollars",
  costHint: "Leave blank to hide the money saved.",
  saved: "Assumptions saved.",
} as const;

/** Copy of the subscription to reports by email. */
export const subscriptionLabels = {
  title: "Reports by email",
  none: "You don't get reports by email.",
  summary: (frequency: ReportFrequency, email: string, next: string) =>
    `${frequencyLabels[frequency]}, to ${email}. The next one is sent ${next}.`,
  change: "Change",
  subscribe: "Subscribe",
  contents: (email: string) =>
    `Reports go to ${email}, with every figure and a CSV file. Each email has an unsubscribe link.`,
  frequency: "How often",
  saved: "Email report settings saved.",
} as const;

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
