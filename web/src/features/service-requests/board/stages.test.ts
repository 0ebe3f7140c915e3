import { expect, test } from "vitest";
import {
  ServiceRequestAction as Action,
  EstimateState,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { acceptedStates, actionInto, needsDialog, otherActions, stages } from "./stages";

const [pending, approved, progress, completed] = stages;

test("each column accepts the states from which an action leads into it", () => {
  expect(stages.map(acceptedStates)).toEqual([
    [],
    [State.PENDING],
    [State.APPROVED, State.COMPLETED],
    [State.IN_PROGRESS],
  ]);
});

test("a move between columns is the action of the contract", () => {
  expect(approved && actionInto(approved, State.PENDING)).toBe(Action.APPROVE);
  expect(progress && actionInto(progress, State.APPROVED)).toBe(Action.START);
  expect(progress && actionInto(progress, State.COMPLETED)).toBe(Action.REOPEN);
  expect(completed && actionInto(completed, State.IN_PROGRESS)).toBe(Action.COMPLETE);
  expect(pending && actionInto(pending, State.APPROVED)).toBeUndefined();
});

test("actions that lead into no column are offered beside the board", () => {
  expect(otherActions(State.PENDING)).toEqual([Action.REQUEST_INFO, Action.DECLINE, Action.CANCEL]);
  expect(otherActions(State.COMPLETED)).toEqual([Action.CLOSE]);
});

test("a move that needs a note, a date or a decision on the estimate needs a dialog", () => {
  const none = { estimateState: EstimateState.UNSPECIFIED };
  const waits = { estimateState: EstimateState.PENDING };
  expect(needsDialog(none, Action.DECLINE)).toBe(true);
  expect(needsDialog(none, Action.DEFER)).toBe(true);
  expect(needsDialog(none, Action.START)).toBe(false);
  expect(needsDialog(waits, Action.START)).toBe(true);
  expect(needsDialog(waits, Action.COMPLETE)).toBe(false);
});
