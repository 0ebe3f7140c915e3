// Which states are open or final, and which actions lead from one to another.

import { ServiceRequestAction, ServiceRequestState } from "../../gen/parlor/v1/service_request_pb";

const { DRAFT, PENDING, NEEDS_INFO, APPROVED, IN_PROGRESS, DEFERRED, REOPENED } =
  ServiceRequestState;
const { COMPLETED, CLOSED, DECLINED, CANCELED } = ServiceRequestState;

/** All states, in the usual order. */
export const allStates: readonly ServiceRequestState[] = [
  ...[DRAFT, PENDING, NEEDS_INFO, APPROVED, REOPENED, IN_PROGRESS, DEFERRED],
  ...[COMPLETED, CLOSED, DECLINED, CANCELED],
];

/** States that still need work. */
export const openStates: readonly ServiceRequestState[] = [
  PENDING,
  NEEDS_INFO,
  APPROVED,
  REOPENED,
  IN_PROGRESS,
  DEFERRED,
];

const finalStates: readonly ServiceRequestState[] = [CLOSED, DECLINED, CANCELED];

export const isOpen = (state: ServiceRequestState): boolean => openStates.includes(state);

/** Whether a request can no longer change. */
export const isFinal = (state: ServiceRequestState): boolean => finalStates.includes(state);

/** Transitions of the contract. The server has the final say. */
const transitions: Partial<Record<ServiceRequestAction, readonly ServiceRequestState[]>> = {
  [ServiceRequestAction.SUBMIT]: [DRAFT, NEEDS_INFO],
  [ServiceRequestAction.REQUEST_INFO]: [PENDING],
  [ServiceRequestAction.APPROVE]: [PENDING],
  [ServiceRequestAction.DECLINE]: [PENDING],
  [ServiceRequestAction.START]: [APPROVED, DEFERRED, REOPENED],
  [ServiceRequestAction.DEFER]: [IN_PROGRESS],
  [ServiceRequestAction.COMPLETE]: [IN_PROGRESS],
  [ServiceRequestAction.CLOSE]: [COMPLETED],
  [ServiceRequestAction.REOPEN]: [COMPLETED],
  [ServiceRequestAction.CANCEL]: [DRAFT, ...openStates],
};

const targets: Partial<Record<ServiceRequestAction, ServiceRequestState>> = {
  [ServiceRequestAction.SUBMIT]: PENDING,
  [ServiceRequestAction.REQUEST_INFO]: NEEDS_INFO,
  [ServiceRequestAction.APPROVE]: APPROVED,
  [ServiceRequestAction.DECLINE]: DECLINED,
  [ServiceRequestAction.START]: IN_PROGRESS,
  [ServiceRequestAction.DEFER]: DEFERRED,
  [ServiceRequestAction.COMPLETE]: COMPLETED,
  [ServiceRequestAction.CLOSE]: CLOSED,
  [ServiceRequestAction.REOPEN]: REOPENED,
  [ServiceRequestAction.CANCEL]: CANCELED,
};

const actions = Object.keys(transitions).map(Number) as ServiceRequestAction[];

/** Returns the actions that staff may take in a state, for lists that don't load them. */
export function allowedActions(state: ServiceRequestState): ServiceRequestAction[] {
  return actions.filter((action) => transitions[action]?.includes(state));
}

/** Returns the state to which an action leads. */
export function nextState(action: ServiceRequestAction): ServiceRequestState {
  return targets[action] ?? ServiceRequestState.UNSPECIFIED;
}

/** Returns the action that leads from one state to another; undefined if there is none. */
export function actionBetween(
  from: ServiceRequestState,
  to: ServiceRequestState,
): ServiceRequestAction | undefined {
  return allowedActions(from).find((action) => nextState(action) === to);
}
