// The state of the list of service requests, kept in the URL.

import type { RequestFilter } from "../../../entities/service-request/queries";
import { openStates } from "../../../entities/service-request/states";
import {
  ServiceRequestKind,
  ServiceRequestPriority,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { type UrlStateCodec, useUrlState } from "../../../lib/use-url-state";

/** Value of `state` that lists requests of all states. */
export const anyState = "any";
/** Value of `assignee` for the current user, so that links work for colleagues too. */
export const me = "me";

export type ListUrlState = {
  /** Name of a state; `any`; empty for all open states. */
  state: string;
  community: string;
  kind: string;
  priority: string;
  /** ID of a user; `me`; empty for any. */
  assignee: string;
  overdue: boolean;
  estimate: boolean;
  query: string;
  order: ListOrder;
};

export const listOrders = ["newest", "oldest", "due"] as const;
export type ListOrder = (typeof listOrders)[number];

type Members = Record<string, number | string>;

/** Converts an enum name: NEEDS_INFO becomes "needs-info". */
export function toSlug(members: object, value: number): string {
  const [name = ""] = Object.entries(members as Members).find(([, one]) => one === value) ?? [];
  return name.toLowerCase().replaceAll("_", "-");
}

function fromSlug<T extends number>(members: object, slug: string): T[] {
  const value = (members as Members)[slug.toUpperCase().replaceAll("-", "_")];
  return typeof value === "number" && value > 0 ? [value as T] : [];
}

const names = {
  state: "state",
  community: "community",
  kind: "kind",
  priority: "priority",
  assignee: "assignee",
  query: "q",
} as const;

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: Partial<ListUrlState>): string {
  const params = new URLSearchParams();
  for (const [key, name] of Object.entries(names) as [keyof typeof names, string][]) {
    const value = urlState[key];
    if (value) params.set(name, value);
  }
  if (urlState.overdue) params.set("overdue", "yes");
  if (urlState.estimate) params.set("estimate", "pending");
  if (urlState.order && urlState.order !== "newest") params.set("order", urlState.order);
  return `?${params}`;
}

export function readSearch(params: URLSearchParams): ListUrlState {
  const read = (name: string) => params.get(name) ?? "";
  return {
    state: read(names.state),
    community: read(names.community),
    kind: read(names.kind),
    priority: read(names.priority),
    assignee: read(names.assignee),
    query: read(names.query),
    overdue: params.get("overdue") === "yes",
    estimate: params.get("estimate") === "pending",
    order: listOrders.find((order) => order === params.get("order")) ?? "newest",
  };
}

const codec: UrlStateCodec<ListUrlState> = {
  read: readSearch,
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useListUrlState = () => useUrlState(codec);

function toStates(state: string): ServiceRequestState[] {
  if (state === anyState) return [];
  const named = fromSlug<ServiceRequestState>(ServiceRequestState, state);
  return named.length > 0 ? named : [...openStates];
}

const orders: Record<ListOrder, ServiceRequestOrder> = {
  newest: ServiceRequestOrder.NEWEST,
  oldest: ServiceRequestOrder.OLDEST,
  due: ServiceRequestOrder.DUE,
};

const { DRAFT, CLOSED, DECLINED, CANCELED } = ServiceRequestState;
/** States that the server leaves out of every order but newest first. */
const unordered: readonly ServiceRequestState[] = [DRAFT, CLOSED, DECLINED, CANCELED];

/** The filters beyond those of a built-in view, unset. */
export const noFilters = { query: "", community: "", kind: "", priority: "", assignee: "" };

/** Whether filters are set beyond those of a built-in view. */
export function isNarrowed({ query, kind, priority, community, assignee }: ListUrlState): boolean {
  return [query, kind, priority, community, assignee].some((one) => one !== "");
}

/** Whether the list can be sorted in other ways than newest first. */
export function hasOrder({ state }: Pick<ListUrlState, "state">): boolean {
  return state !== anyState && !toStates(state).some((one) => unordered.includes(one));
}

/** Returns the order of the list: newest first if the chosen order would leave out requests. */
export function toOrder(urlState: ListUrlState): ServiceRequestOrder {
  return hasOrder(urlState) ? orders[urlState.order] : ServiceRequestOrder.NEWEST;
}

/** Converts to the filter of the server. */
export function toFilter(urlState: ListUrlState, userId: string): RequestFilter {
  return {
    communityId: urlState.community,
    states: toStates(urlState.state),
    kinds: fromSlug<ServiceRequestKind>(ServiceRequestKind, urlState.kind),
    priorities: fromSlug<ServiceRequestPriority>(ServiceRequestPriority, urlState.priority),
    assigneeId: urlState.assignee === me ? userId : urlState.assignee,
    isOverdue: urlState.overdue,
    hasPendingEstimate: urlState.estimate,
    query: urlState.query.trim(),
  };
}
