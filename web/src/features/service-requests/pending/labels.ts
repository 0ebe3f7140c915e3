// Labels of the queue of pending requests.

import { emptyLabels } from "../../../entities/conversation/empty-labels";
import { actionLabels } from "../../../entities/service-request/action-labels";
import { fieldLabels } from "../../../entities/service-request/labels";
import { ServiceRequestAction } from "../../../gen/parlor/v1/service_request_pb";
import { sharedLabels } from "../labels";

export const labels = {
  title: "Pending service requests",
  show: "Show",
  oldestFirst: "Oldest first",
  loading: "Loading service requests",
  listFailed: "Couldn't load service requests",
  showAllCommunities: "Show all communities",
  select: (number: string) => `Select ${number}`,
  selectAll: "Select all",
  clearSelection: "Clear",
  approveSelected: (requests: string) => `Approve ${requests}…`,
  serviceRequest: "Service request",
  decided: "This request has already been decided.",
  openRequest: (number: string) => `Open ${number}`,
  decision: "Decision",
  decideKeys: "Ctrl ↵",
} as const;

/** What the keys of the queue do, below it. */
export const keyHints = {
  nextPrevious: "next, previous",
  select: "select",
  all: "all",
} as const;

export const tabs = { pending: "Needs decision", waiting: "Waiting for residents" };

export const decisionLabels: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.APPROVE]: "Approve",
  [ServiceRequestAction.REQUEST_INFO]: "Request info",
  [ServiceRequestAction.DECLINE]: "Decline",
  [ServiceRequestAction.SUBMIT]: sharedLabels.returnToPending,
  [ServiceRequestAction.CANCEL]: actionLabels[ServiceRequestAction.CANCEL],
};

export const emptyTexts = {
  pending: {
    title: emptyLabels.caughtUp,
    text: "New requests from residents and your team appear here, oldest first.",
  },
  waiting: {
    title: "No open questions",
    text: "Requests waiting on a resident's answer appear here.",
  },
  filtered: { title: "Nothing to review", text: "Other communities may have requests." },
};

export const factLabels = {
  photos: "Photos",
  photo: "Photo",
  kind: "Type",
  priority: "Priority",
  location: "Location",
  access: "Access",
  pets: "Pets",
  phone: "Phone",
  createdBy: "Created by",
  due: "Due",
} as const;

/** Names of details that a decision may need. */
export const missingLabels = {
  title: "Missing",
  none: "Nothing is missing",
  count: (count: number) => `${count} missing`,
  place: "Unit or location",
  details: "Details",
  phone: "Resident's phone number",
  entry: fieldLabels.entry,
  photos: "Photos",
} as const;

export const bulkLabels = {
  title: (requests: string) => `Approve ${requests}`,
  requests: "Requests to approve",
  results: "Results",
  approved: "Approved",
  notApproved: "Not approved",
  refused: "No longer pending. Someone else decided it.",
  done: "Done",
} as const;

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
