// Queries and mutations of the reporting screen.

import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination, toListing } from "../../api/listing";
import type { ReportMetric } from "../../gen/parlor/v1/report_pb";
import { ReportService } from "../../gen/parlor/v1/report_service_pb";
import { ReportSubscriptionService } from "../../gen/parlor/v1/report_subscription_service_pb";
import { isValidRange, toDays } from "./range";
import type { ReportingUrlState } from "./url-state";

const reports = ReportService.method;

/** Time between two refreshes of an open report, in milliseconds. */
const refreshInterval = 60_000;

export function toFilter({ community, channel, category, ...range }: ReportingUrlState) {
  const { start, end } = toDays(range, new Date());
  return { startDate: start, endDate: end, communityId: community, channel, category };
}

export function useReport(urlState: ReportingUrlState) {
  return useQuery(reports.getReport, toFilter(urlState), {
    enabled: isValidRange(urlState, new Date()),
    placeholderData: keepPreviousData,
    refetchInterval: refreshInterval,
  });
}

export function useReportDetails(urlState: ReportingUrlState, metric: ReportMetric) {
  const request = { ...toFilter(urlState), metric, pageToken: "" };
  const query = useInfiniteQuery(reports.listReportDetails, request, pagination);
  return toListing(query, (page) => page.details);
}

/** Exports the report to a file. Each press creates a new file. */
export function useExportReport(urlState: ReportingUrlState) {
  const { data, mutate, reset, ...rest } = useMutation(reports.exportReport);
  return { ...rest, link: data, onExport: () => mutate(toFilter(urlState)), onDismiss: reset };
}

export function useUpdateSettings() {
  const client = useQueryClient();
  const queryKey = createConnectQueryKey({ schema: reports.getReport, cardinality: undefined });
  return useMutation(reports.updateReportSettings, {
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}

export function useSubscription() {
  return useQuery(ReportSubscriptionService.method.getReportSubscription, {});
}

export function useUpdateSubscription() {
  const client = useQueryClient();
  const { getReportSubscription, updateReportSubscription } = ReportSubscriptionService.method;
  const queryKey = createConnectQueryKey({
    schema: getReportSubscription,
    cardinality: undefined,
  });
  return useMutation(updateReportSubscription, {
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
}
