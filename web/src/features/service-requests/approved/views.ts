// Filters of the views of approved work, and their counts.

import {
  type RequestFilter,
  useServiceRequestCounts,
} from "../../../entities/service-request/queries";
import { ServiceRequestState } from "../../../gen/parlor/v1/service_request_pb";
import type { ApprovedUrlState, WorkView } from "./url-state";

const { APPROVED, REOPENED, IN_PROGRESS, DEFERRED } = ServiceRequestState;
const workStates: readonly ServiceRequestState[] = [APPROVED, REOPENED, IN_PROGRESS, DEFERRED];

export function toFilter(urlState: ApprovedUrlState): RequestFilter {
  const { view, community, assignee, vendor, query } = urlState;
  return {
    // An estimate may wait before the request itself is approved.
    states: view === "hold" ? [DEFERRED] : view === "estimates" ? [] : [...workStates],
    isOverdue: view === "overdue",
    hasPendingEstimate: view === "estimates",
    communityId: community,
    assigneeId: assignee,
    vendor,
    query: query.trim(),
  };
}

/** Loads the number of requests by view, of a community or of all. Undefined until loaded. */
export function useViewCounts(communityId: string): Record<WorkView, number> | undefined {
  const { data } = useServiceRequestCounts(communityId);
  if (!data) return undefined;
  const work = data.counts.filter(({ state }) => workStates.includes(state));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    all: sum(work.map(({ count }) => count)),
    overdue: sum(work.map(({ overdueCount }) => overdueCount)),
    estimates: data.pendingEstimateCount,
    hold: sum(work.filter(({ state }) => state === DEFERRED).map(({ count }) => count)),
  };
}
