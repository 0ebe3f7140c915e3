// Describes when a request is due.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type ServiceRequest, ServiceRequestState } from "../../gen/parlor/v1/service_request_pb";
import { type AgeLevel, formatAge } from "../../lib/age";
import { formatDate, formatHour, formatTime } from "../../lib/format-date";
import { dueLabels } from "./action-labels";
import { isOpen } from "./states";

const hour = 3_600_000;
const day = 24 * hour;

export type Due = { text: string; level: AgeLevel };

function formatDueTime(at: Date): string {
  return at.getMinutes() === 0 ? formatHour(at) : formatTime(at);
}

/**
 * Returns when an open request is due. It is fresh, aging on its last day, and late when overdue.
 * Undefined for requests that are not open.
 */
export function toDue(
  { state, dueAt }: Pick<ServiceRequest, "state" | "dueAt">,
  now: number,
): Due | undefined {
  // A request on hold has no due time until work resumes.
  if (!isOpen(state) || state === ServiceRequestState.DEFERRED || !dueAt) return undefined;
  const due = timestampMs(dueAt);
  const [at, today] = [new Date(due), new Date(now)];
  if (due < now)
    return { text: dueLabels.overdue(formatAge(Math.max(60_000, now - due))), level: "late" };
  const level = due - now < day ? "aging" : "fresh";
  if (at.toDateString() === today.toDateString())
    return { text: dueLabels.today(formatDueTime(at)), level };
  if (at.toDateString() === new Date(now + day).toDateString()) {
    return { text: dueLabels.tomorrow(formatDueTime(at)), level };
  }
  return { text: dueLabels.day(formatDate(at, today)), level };
}
