import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { expect, test } from "vitest";
import { ServiceRequestState } from "../../gen/parlor/v1/service_request_pb";
import { toDue } from "./due";

const now = new Date(2026, 2, 3, 10, 0).getTime();
const hour = 3_600_000;
const state = ServiceRequestState.PENDING;

test.each([
  [-50 * hour, "Overdue by 2 days 2 hr", "late"],
  [7 * hour, "Due today, 5 PM", "aging"],
  [23.5 * hour, "Due tomorrow, 9:30 AM", "aging"],
  [72 * hour, "Due Mar 6", "fresh"],
  [400 * 24 * hour, "Due Apr 7, 2027", "fresh"],
])("a request that is due in %d ms says %j", (offset, text, level) => {
  expect(toDue({ state, dueAt: timestampFromMs(now + offset) }, now)).toEqual({ text, level });
});

test("a completed request has no due date", () => {
  const dueAt = timestampFromMs(now - hour);
  expect(toDue({ state: ServiceRequestState.COMPLETED, dueAt }, now)).toBeUndefined();
});
