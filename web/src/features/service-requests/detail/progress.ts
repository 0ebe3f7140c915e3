// The progress of a request, as the steps in its header.

import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { stateLabels } from "../../../entities/service-request/labels";
import {
  type ServiceRequest,
  type ServiceRequestActivity,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";

const { DRAFT, PENDING, NEEDS_INFO, APPROVED, REOPENED, IN_PROGRESS, DEFERRED, COMPLETED, CLOSED } =
  ServiceRequestState;

/** The states of each step. The first one names the step until it is reached. */
const stages: readonly (readonly ServiceRequestState[])[] = [
  [PENDING, NEEDS_INFO, DRAFT],
  [APPROVED, REOPENED],
  [IN_PROGRESS, DEFERRED],
  [COMPLETED],
  [CLOSED],
];

export type Step = {
  label: string;
  /** Whether the step is completed, current or upcoming. */
  position: "done" | "current" | "next";
  at?: Date;
};

function lastTime(activities: readonly ServiceRequestActivity[], states: readonly number[]) {
  const found = activities.filter(({ state, at }) => at && states.includes(state));
  return found.at(-1)?.at;
}

function toDate(at: Timestamp | undefined): { at?: Date } {
  return at ? { at: timestampDate(at) } : {};
}

/**
 * Returns the five steps of a request. A declined or canceled request has the steps that it went
 * through, and its final state.
 */
export function toSteps(
  { state, stateChangedAt }: Pick<ServiceRequest, "state" | "stateChangedAt">,
  activities: readonly ServiceRequestActivity[],
): Step[] {
  const timeOf = (states: readonly number[]) => lastTime(activities, states);
  const at = stages.findIndex((states) => states.includes(state));
  if (at < 0) {
    const passed = stages.filter((states) => timeOf(states));
    return [
      ...passed.map((states): Step => {
        const label = stateLabels[states[0] ?? state] ?? "";
        return { label, position: "done", ...toDate(timeOf(states)) };
      }),
      { label: stateLabels[state] ?? "", position: "current", ...toDate(stateChangedAt) },
    ];
  }
  return stages.map((states, index): Step => {
    const label = stateLabels[states[0] ?? state] ?? "";
    if (index > at) return { label, position: "next" };
    if (index < at) return { label, position: "done", ...toDate(timeOf(states)) };
    return { label: stateLabels[state] ?? "", position: "current", ...toDate(stateChangedAt) };
  });
}
