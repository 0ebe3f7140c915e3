import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import type { AgeLevel } from "../../../lib/age";
import { WaitingTime } from "../../../ui";

const hour = 3_600_000;

/** Fresh for 8 hours, aging for a day, then late. */
export function toLevel(age: number): AgeLevel {
  if (age < 8 * hour) return "fresh";
  return age < 24 * hour ? "aging" : "late";
}

/** How long a request has waited for a decision. */
export function RequestAge({ request: { createdAt } }: { request: ServiceRequest }) {
  return createdAt ? <WaitingTime since={timestampDate(createdAt)} toLevel={toLevel} /> : null;
}
