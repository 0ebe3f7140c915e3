// The state of the board, kept in the URL. A view is a saved query.

import type { RequestFilter } from "../../../entities/service-request/queries";
import { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { type UrlStateCodec, useUrlState } from "../../../lib/use-url-state";
import { type StageId, stages } from "./stages";

export const orders = ["due", "oldest", "newest"] as const;
export type Order = (typeof orders)[number];

export type BoardUrlState = {
  query: string;
  community: string;
  assignee: string;
  vendor: string;
  overdue: boolean;
  estimates: boolean;
  order: Order;
  /** The column shown in a narrow window. */
  stage: StageId;
};

export const textNames = ["query", "community", "assignee", "vendor"] as const;

/** Returns the query of a view, with the question mark and without the column. */
export function toViewSearch(state: Partial<BoardUrlState>): string {
  const params = new URLSearchParams();
  for (const name of textNames) {
    const value = state[name];
    if (value) params.set(name, value);
  }
  if (state.overdue) params.set("overdue", "yes");
  if (state.estimates) params.set("estimates", "yes");
  if (state.order && state.order !== "due") params.set("order", state.order);
  return `?${params}`;
}

const codec: UrlStateCodec<BoardUrlState> = {
  read: (params) => ({
    query: params.get("query") ?? "",
    community: params.get("community") ?? "",
    assignee: params.get("assignee") ?? "",
    vendor: params.get("vendor") ?? "",
    overdue: params.get("overdue") === "yes",
    estimates: params.get("estimates") === "yes",
    order: orders.find((order) => order === params.get("order")) ?? "due",
    stage: stages.find(({ id }) => id === params.get("column"))?.id ?? "pending",
  }),
  write: (state) => {
    const params = new URLSearchParams(toViewSearch(state));
    if (state.stage !== "pending") params.set("column", state.stage);
    return params;
  },
};

export const useBoardUrlState = () => useUrlState(codec);

/** Whether filters are set that the counts by state don't consider. */
export function isFiltered({
  query,
  assignee,
  vendor,
  overdue,
  estimates,
}: BoardUrlState): boolean {
  return Boolean(query || assignee || vendor || overdue || estimates);
}

export const noFilters: Partial<BoardUrlState> = {
  query: "",
  community: "",
  assignee: "",
  vendor: "",
  overdue: false,
  estimates: false,
};

export function toFilter(state: BoardUrlState): RequestFilter {
  return {
    query: state.query.trim(),
    communityId: state.community,
    assigneeId: state.assignee,
    vendor: state.vendor,
    isOverdue: state.overdue,
    hasPendingEstimate: state.estimates,
  };
}

export const toOrder: Record<Order, ServiceRequestOrder> = {
  due: ServiceRequestOrder.DUE,
  oldest: ServiceRequestOrder.OLDEST,
  newest: ServiceRequestOrder.NEWEST,
};
