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

export const labels = {
  done: "Done",
  results: "Results",
  approve: (requestsLabel: string) => `Approve ${requestsLabel}`,
  requestsToApprove: "Requests to approve",
  notApproved: "Not approved",
  approved: "Approved",
  decision: "Decision",
  ctrl: "Ctrl ↵",
  serviceRequest: "Service request",
  couldntLoadThisRequest: "Couldn't load this request",
  thisRequestIsDecided: "This request is decided.",
  open: (number: string) => `Open ${number}`,
  unitOrLocation: "Unit or location",
  details: "Details",
  residentsPhoneNumber: "Resident's phone number",
  permissionToEnter: "Permission to enter",
  photos: "Photos",
  show: "Show",
  selectAll: "Select all",
  oldestFirst: "Oldest first",
  showAllCommunities: "Show all communities",
  couldntLoadServiceRequests: "Couldn't load service requests",
  loadingServiceRequests: "Loading service requests",
  kind: "Kind",
  priority: "Priority",
  location: "Location",
  access: "Access",
  pets: "Pets",
  phone: "Phone",
  assignee: "Assignee",
  unassigned: "Unassigned",
  createdBy: "Created by",
  due: "Due",
  photo: "Photo",
  clear: "Clear",
  approveText: (requestsLabel: string) => `Approve ${requestsLabel}…`,
  nextPrevious: "next, previous",
  select: "select",
  all: "all",
  select2: (number: string) => `Select ${number}`,
  missing: (missing: number) => `${missing} missing`,
} as const;
