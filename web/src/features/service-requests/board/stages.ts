// The columns of the board, and the actions that move a request between them.

import { actionBetween, allowedActions } from "../../../entities/service-request/states";
import {
  EstimateState,
  type ServiceRequest,
  ServiceRequestAction,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { stageLabels } from "./labels";

const { PENDING, NEEDS_INFO, APPROVED, IN_PROGRESS, DEFERRED, REOPENED, COMPLETED } =
  ServiceRequestState;

export type StageId = "pending" | "approved" | "progress" | "completed";

export type Stage = {
  id: StageId;
  title: string;
  hint: string;
  /** The first state names the column. */
  states: readonly [ServiceRequestState, ...ServiceRequestState[]];
};

export const stages: readonly Stage[] = [
  {
    id: "pending",
    ...stageLabels.pending,
    states: [PENDING, NEEDS_INFO],
  },
  { id: "approved", ...stageLabels.approved, states: [APPROVED] },
  {
    id: "progress",
    ...stageLabels.progress,
    states: [IN_PROGRESS, DEFERRED, REOPENED],
  },
  { id: "completed", ...stageLabels.completed, states: [COMPLETED] },
];

/** Returns the action that moves a request into a stage; undefined if there is none. */
export function actionInto(
  stage: Stage,
  state: ServiceRequestState,
): ServiceRequestAction | undefined {
  if (stage.states.includes(state)) return undefined;
  for (const target of stage.states) {
    const action = actionBetween(state, target);
    if (action) return action;
  }
  return undefined;
}

/** Returns the actions of a state that lead into no other column. */
export function otherActions(state: ServiceRequestState): ServiceRequestAction[] {
  const moves = stages.map((stage) => actionInto(stage, state));
  return allowedActions(state).filter((action) => !moves.includes(action));
}

/** Returns the states whose requests may be dropped in a stage. */
export function acceptedStates(stage: Stage): ServiceRequestState[] {
  const all = stages.flatMap(({ states }) => states);
  return all.filter((state) => actionInto(stage, state) !== undefined);
}

const actionsWithDialog: readonly ServiceRequestAction[] = [
  ServiceRequestAction.REQUEST_INFO,
  ServiceRequestAction.DECLINE,
  ServiceRequestAction.DEFER,
  ServiceRequestAction.CANCEL,
];

/** Whether a move needs a note, a date or a decision on the estimate first. */
export function needsDialog(
  { estimateState }: Pick<ServiceRequest, "estimateState">,
  action: ServiceRequestAction,
): boolean {
  const { PENDING: waits, DECLINED } = EstimateState;
  const isBlocked = estimateState === waits || estimateState === DECLINED;
  return actionsWithDialog.includes(action) || (action === ServiceRequestAction.START && isBlocked);
}

/** The drag type names the state, so that columns can accept or reject it. */
export const dragType = (state: ServiceRequestState): string => `parlor-request-${state}`;
