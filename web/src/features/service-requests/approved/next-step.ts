// Determines the next step of an approved request.

import {
  EstimateState,
  type ServiceRequest,
  ServiceRequestAction,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { nextLabels } from "./labels";

export type NextStep =
  | { kind: "step"; action: ServiceRequestAction; label: string }
  /** An administrator decides the estimate. */
  | { kind: "estimate"; label: string }
  /** The request is edited on its own screen. */
  | { kind: "open"; label: string }
  /** Someone else takes the next step. */
  | { kind: "waits"; label: string };

const { IN_PROGRESS, DEFERRED } = ServiceRequestState;

/** Returns the next step of an approved request. Estimates come before work. */
export function toNextStep(
  { state, estimateState }: Pick<ServiceRequest, "state" | "estimateState">,
  isAdministrator: boolean,
): NextStep {
  if (estimateState === EstimateState.PENDING) {
    return isAdministrator
      ? { kind: "estimate", label: nextLabels.decide }
      : { kind: "waits", label: nextLabels.waiting };
  }
  if (state === IN_PROGRESS) {
    return { kind: "step", action: ServiceRequestAction.COMPLETE, label: nextLabels.complete };
  }
  if (estimateState === EstimateState.DECLINED) return { kind: "open", label: nextLabels.change };
  const label = state === DEFERRED ? nextLabels.resume : nextLabels.start;
  return { kind: "step", action: ServiceRequestAction.START, label };
}
