import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import {
  ServiceRequestActivitySchema,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { toSteps } from "./progress";

const activities = [State.PENDING, State.APPROVED].map((state, at) =>
  create(ServiceRequestActivitySchema, { state, at: timestampFromMs(1000 * (at + 1)) }),
);
const stateChangedAt = timestampFromMs(5000);

test("a request in progress has two completed and two remaining steps", () => {
  expect(toSteps({ state: State.IN_PROGRESS, stateChangedAt }, activities)).toEqual([
    { label: "Pending", position: "done", at: new Date(1000) },
    { label: "Approved", position: "done", at: new Date(2000) },
    { label: "In progress", position: "current", at: new Date(5000) },
    { label: "Completed", position: "next" },
    { label: "Closed", position: "next" },
  ]);
});

test("a state outside the usual order names the current step", () => {
  const labels = toSteps({ state: State.NEEDS_INFO, stateChangedAt }, activities);
  expect(labels.map(({ label }) => label)[0]).toBe("Needs info");
});

test("a declined request ends where it was declined", () => {
  const steps = toSteps({ state: State.DECLINED, stateChangedAt }, activities.slice(0, 1));
  expect(steps.map(({ label }) => label)).toEqual(["Pending", "Declined"]);
});
