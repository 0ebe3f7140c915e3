import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { type AgeLevel, formatAge } from "../../../lib/age";
import { useNow } from "../../../lib/use-now";

const hour = 3_600_000;

/** Fresh for 8 hours, aging for a day, then late. */
export function toLevel(age: number): AgeLevel {
  if (age < 8 * hour) return "fresh";
  return age < 24 * hour ? "aging" : "late";
}

/** How long a request has waited for a decision. */
export function RequestAge({ request: { createdAt } }: { request: ServiceRequest }) {
  const now = useNow();
  if (!createdAt) return null;
  const age = Math.max(0, now - timestampDate(createdAt).getTime());
  return (
    <span className={`age age--${toLevel(age)}`}>
      <span className="age__lamps" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span className="visually-hidden">Waiting for </span>
      {formatAge(age)}
    </span>
  );
}
