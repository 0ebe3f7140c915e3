// Rules of service requests in the fake API: filters, counts and transitions.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  ServiceRequestAction as Action,
  EstimateState,
  type ServiceRequest,
  ServiceRequestPriority,
  ServiceRequestState as State,
} from "../../gen/parlor/v1/service_request_pb";
import {
  type ServiceRequestFilter,
  ServiceRequestOrder,
} from "../../gen/parlor/v1/service_request_service_pb";

const transitions: Partial<Record<State, Partial<Record<Action, State>>>> = {
  [State.DRAFT]: { [Action.SUBMIT]: State.PENDING, [Action.CANCEL]: State.CANCELED },
  [State.PENDING]: {
    [Action.REQUEST_INFO]: State.NEEDS_INFO,
    [Action.APPROVE]: State.APPROVED,
    [Action.DECLINE]: State.DECLINED,
    [Action.CANCEL]: State.CANCELED,
  },
  [State.NEEDS_INFO]: { [Action.SUBMIT]: State.PENDING, [Action.CANCEL]: State.CANCELED },
  [State.APPROVED]: { [Action.START]: State.IN_PROGRESS, [Action.CANCEL]: State.CANCELED },
  [State.IN_PROGRESS]: {
    [Action.DEFER]: State.DEFERRED,
    [Action.COMPLETE]: State.COMPLETED,
    [Action.CANCEL]: State.CANCELED,
  },
  [State.DEFERRED]: { [Action.START]: State.IN_PROGRESS, [Action.CANCEL]: State.CANCELED },
  [State.COMPLETED]: { [Action.CLOSE]: State.CLOSED, [Action.REOPEN]: State.REOPENED },
  [State.REOPENED]: { [Action.START]: State.IN_PROGRESS, [Action.CANCEL]: State.CANCELED },
};

export function nextState(state: State, action: Action): State | undefined {
  return transitions[state]?.[action];
}

export function allowedActions(state: State): Action[] {
  return Object.keys(transitions[state] ?? {}).map(Number) as Action[];
}

const openStates: readonly State[] = [
  ...[State.PENDING, State.NEEDS_INFO, State.APPROVED],
  ...[State.IN_PROGRESS, State.DEFERRED, State.REOPENED],
];

export const isOpen = ({ state }: ServiceRequest) => openStates.includes(state);

export const hasPendingEstimate = (request: ServiceRequest) =>
  isOpen(request) && request.estimateState === EstimateState.PENDING;

export function isOverdue(request: ServiceRequest, now: number): boolean {
  const isDue = isOpen(request) && request.state !== State.DEFERRED;
  return isDue && request.dueAt !== undefined && timestampMs(request.dueAt) < now;
}

/** Whether it becomes overdue within a day. */
export function isDueSoon(request: ServiceRequest, now: number): boolean {
  return !isOverdue(request, now) && isOverdue(request, now + 86_400_000);
}

export type Criteria = Omit<ServiceRequestFilter, "$typeName">;

export function matches(request: ServiceRequest, criteria: Criteria, now: number): boolean {
  const { communityId, states, kinds, priorities, assigneeId } = criteria;
  const words = [request.number, request.title, request.unit, request.contactName]
    .join(" ")
    .toLowerCase()
    .split(/\s+/);
  return (
    (!communityId || request.communityId === communityId) &&
    (states.length === 0 || states.includes(request.state)) &&
    (kinds.length === 0 || kinds.includes(request.kind)) &&
    (priorities.length === 0 || priorities.includes(request.priority)) &&
    (!assigneeId || request.assigneeId === assigneeId) &&
    (!criteria.vendor || request.vendor === criteria.vendor) &&
    (!criteria.isOverdue || isOverdue(request, now)) &&
    (!criteria.hasPendingEstimate || hasPendingEstimate(request)) &&
    criteria.query
      .toLowerCase()
      .split(/\s+/)
      .every((wanted) => words.some((word) => word.startsWith(wanted)))
  );
}

const dueHours: Record<ServiceRequestPriority, number> = {
  [ServiceRequestPriority.UNSPECIFIED]: 72,
  [ServiceRequestPriority.LOW]: 240,
  [ServiceRequestPriority.NORMAL]: 72,
  [ServiceRequestPriority.HIGH]: 24,
  [ServiceRequestPriority.EMERGENCY]: 4,
};

export const dueMs = (priority: ServiceRequestPriority, createdMs: number) =>
  createdMs + (dueHours[priority] ?? 72) * 3_600_000;

const createdMs = ({ createdAt }: ServiceRequest) => (createdAt ? timestampMs(createdAt) : 0);

/**
 * Sorts as the contract defines. Every order but newest first leaves out drafts and final states.
 */
export function inOrder(requests: readonly ServiceRequest[], order: ServiceRequestOrder) {
  const isCurrent = ({ state }: ServiceRequest) =>
    state === State.COMPLETED || openStates.includes(state);
  const dueAt = (request: ServiceRequest) => (request.dueAt ? timestampMs(request.dueAt) : 0);
  const { OLDEST, DUE } = ServiceRequestOrder;
  const sorted = (key: (request: ServiceRequest) => number) =>
    requests.filter(isCurrent).sort((one, other) => key(one) - key(other));
  if (order === DUE) return sorted(dueAt);
  if (order === OLDEST) return sorted(createdMs);
  return [...requests].sort((one, other) => createdMs(other) - createdMs(one));
}
