// The built-in views of the list.

import { isOpen } from "../../../entities/service-request/states";
import type { CountServiceRequestsResponse } from "../../../gen/parlor/v1/service_request_service_pb";
import { viewLabels } from "./labels";
import { anyState, type ListUrlState, me, toSearch } from "./url-state";

/** Filters as a query of the URL, with their number of requests, if known. Saved views have an ID. */
export type View = { id?: string; name: string; search: string; count?: number };

const builtIn: readonly [string, Partial<ListUrlState>][] = [
  [viewLabels.open, {}],
  [viewLabels.mine, { assignee: me }],
  [viewLabels.overdue, { overdue: true }],
  [viewLabels.estimates, { estimate: true }],
  [viewLabels.all, { state: anyState }],
];

function toCounts(counts: CountServiceRequestsResponse | undefined): (number | undefined)[] {
  if (!counts) return [];
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return [
    sum(counts.counts.filter(({ state }) => isOpen(state)).map(({ count }) => count)),
    counts.assignedCount,
    sum(counts.counts.map(({ overdueCount }) => overdueCount)),
    counts.pendingEstimateCount,
    sum(counts.counts.map(({ count }) => count)),
  ];
}

/** Returns the built-in views for the selected community. */
export function toBuiltInViews(
  community: string,
  counts: CountServiceRequestsResponse | undefined,
): View[] {
  const numbers = toCounts(counts);
  return builtIn.map(([name, state], at) => {
    const count = numbers[at];
    const search = toSearch({ ...state, community });
    return { name, search, ...(count === undefined ? {} : { count }) };
  });
}
