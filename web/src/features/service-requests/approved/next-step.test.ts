import { expect, test } from "vitest";
import {
  ServiceRequestAction as Action,
  EstimateState,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { toNextStep } from "./next-step";

const { UNSPECIFIED, PENDING, APPROVED, DECLINED } = EstimateState;

test.each([
  [State.APPROVED, UNSPECIFIED, true, { kind: "step", action: Action.START, label: "Start work" }],
  [State.REOPENED, APPROVED, false, { kind: "step", action: Action.START, label: "Start work" }],
  [State.DEFERRED, UNSPECIFIED, true, { kind: "step", action: Action.START, label: "Resume work" }],
  [State.IN_PROGRESS, DECLINED, true, { kind: "step", action: Action.COMPLETE, label: "Complete" }],
  [State.APPROVED, PENDING, true, { kind: "estimate", label: "Review estimate" }],
  [State.IN_PROGRESS, PENDING, false, { kind: "waits", label: "Waiting for an administrator" }],
  [State.APPROVED, DECLINED, true, { kind: "open", label: "Change estimate" }],
])(
  "state %d with estimate %d, administrator %s, has its next step",
  (state, estimate, is, step) => {
    expect(toNextStep({ state, estimateState: estimate }, is)).toEqual(step);
  },
);
