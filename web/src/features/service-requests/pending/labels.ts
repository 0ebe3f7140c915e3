// Labels of the queue of pending requests.

import { ServiceRequestAction } from "../../../gen/parlor/v1/service_request_pb";

export const title = "Pending service requests";

export const tabs = { pending: "To decide", waiting: "Waiting for residents" };

export const decisionLabels: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.APPROVE]: "Approve",
  [ServiceRequestAction.REQUEST_INFO]: "Request info",
  [ServiceRequestAction.DECLINE]: "Decline",
  [ServiceRequestAction.SUBMIT]: "Return to pending",
  [ServiceRequestAction.CANCEL]: "Cancel request",
};

export const emptyTexts = {
  pending: {
    title: "You're all caught up",
    text: "New requests from residents and your team appear here, oldest first.",
  },
  waiting: {
    title: "No open questions",
    text: "Requests waiting on a resident's answer appear here.",
  },
  filtered: { title: "Nothing to review", text: "Other communities may have requests." },
};

export const missingTitle = "Missing";
export const nothingMissing = "Nothing is missing";

export function selectedLabel(count: number): string {
  return `${count} selected`;
}

export function requestsLabel(count: number): string {
  return count === 1 ? "1 request" : `${count} requests`;
}

/** "2 approved, 1 not approved". */
export function resultLabel(approved: number, refused: number): string {
  const parts = [`${approved} approved`];
  if (refused > 0) parts.push(`${refused} not approved`);
  return parts.join(", ");
}

export const refusedText = "No longer pending. Someone else decided it.";
/** Maximum number of requests that can be approved at once. */
export const maxApproved = 100;
