// The state of the reporting screen, kept in the URL.

import { ReportMetric } from "../../gen/parlor/v1/report_pb";
import { ReportChannel } from "../../gen/parlor/v1/report_service_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

/** Number of days of each range. */
export const ranges = { "7": 7, "28": 28, "90": 90, "365": 365 } as const;
export type Range = keyof typeof ranges;

const channels = { text: ReportChannel.TEXT, blast: ReportChannel.BLAST } as const;

export type ReportingUrlState = {
  range: Range;
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

const codec: UrlStateCodec<ReportingUrlState> = {
  read: (params) => {
    const range = params.get("days") ?? "";
    const channel = params.get("channel") ?? "";
    return {
      range: range in ranges ? (range as Range) : "28",
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
  write: ({ range, community, channel, category, isCompared, metric }) => {
    const params = new URLSearchParams();
    if (range !== "28") params.set("days", range);
    if (community) params.set("community", community);
    if (channel === ReportChannel.TEXT) params.set("channel", "text");
    if (channel === ReportChannel.BLAST) params.set("channel", "blast");
    if (category) params.set("category", category);
    if (!isCompared) params.set("compare", "off");
    const name = metricNames.find(([, number]) => number === metric)?.[0];
    if (metric && name) params.set("figure", name.toLowerCase());
    return params;
  },
};

export const useReportingUrlState = () => useUrlState(codec);
