// The state of the reporting screen, kept in the URL.

import { ReportMetric } from "../../gen/parlor/v1/report_pb";
import { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";
import { lastDays, type Range, type RangeState } from "./range";

const channels = {
  text: ReportChannel.TEXT,
  email: ReportChannel.EMAIL,
  chat: ReportChannel.WEB_CHAT,
  blast: ReportChannel.BLAST,
} as const;

export type ReportingUrlState = RangeState & {
  /** Id of the community; empty for all. */
  community: string;
  channel: ReportChannel;
  /** Name of a category; empty for all. */
  category: string;
  isCompared: boolean;
  /** The figure whose details are open; `UNSPECIFIED` for none. */
  metric: ReportMetric;
};

const metricNames = Object.entries(ReportMetric);

function toMetric(name: string | null): ReportMetric {
  const found = metricNames.find(([each]) => each.toLowerCase() === name);
  return found?.[1] ?? ReportMetric.UNSPECIFIED;
}

/** A range of days up to today is in `days`, a month in `range`, and a custom range in `start` and `end`. */
function toRange(params: URLSearchParams): RangeState {
  const [start, end] = [params.get("start"), params.get("end")];
  if (start !== null || end !== null) {
    return { range: "custom", start: start ?? "", end: end ?? "" };
  }
  const [days, month] = [params.get("days") ?? "", params.get("range")];
  const isMonth = month === "this-month" || month === "last-month";
  const range: Range = isMonth ? month : days in lastDays ? (days as Range) : "28";
  return { range, start: "", end: "" };
}

function writeRange({ range, start, end }: RangeState, params: URLSearchParams): void {
  if (range === "custom") {
    params.set("start", start);
    params.set("end", end);
  } else if (range in lastDays) {
    if (range !== "28") params.set("days", range);
  } else params.set("range", range);
}

const codec: UrlStateCodec<ReportingUrlState> = {
  read: (params) => {
    const channel = params.get("channel") ?? "";
    return {
      ...toRange(params),
      community: params.get("community") ?? "",
      channel:
        channel in channels
          ? channels[channel as keyof typeof channels]
          : ReportChannel.UNSPECIFIED,
      category: params.get("category") ?? "",
      isCompared: params.get("compare") !== "off",
      metric: toMetric(params.get("figure")),
    };
  },
  write: ({ community, channel, category, isCompared, metric, ...range }) => {
    const params = new URLSearchParams();
    writeRange(range, params);
    if (community) params.set("community", community);
    const channelName = Object.entries(channels).find(([, number]) => number === channel)?.[0];
    if (channelName) params.set("channel", channelName);
    if (category) params.set("category", category);
    if (!isCompared) params.set("compare", "off");
    const name = metricNames.find(([, number]) => number === metric)?.[0];
    if (metric && name) params.set("figure", name.toLowerCase());
    return params;
  },
};

export const useReportingUrlState = () => useUrlState(codec);
