// Labels of service requests, shared by their screens.

import {
  EntryPermission,
  EstimateState,
  ServiceRequestAction,
  ServiceRequestKind,
  ServiceRequestPriority,
  ServiceRequestState,
} from "../../gen/parlor/v1/service_request_pb";
import { formatDollars } from "../../lib/format-number";
import type { IconName } from "../../ui";

export const stateLabels: Record<ServiceRequestState, string> = {
  [ServiceRequestState.UNSPECIFIED]: "Any status",
  [ServiceRequestState.DRAFT]: "Draft",
  [ServiceRequestState.PENDING]: "Pending",
  [ServiceRequestState.NEEDS_INFO]: "Needs info",
  [ServiceRequestState.APPROVED]: "Approved",
  [ServiceRequestState.IN_PROGRESS]: "In progress",
  [ServiceRequestState.DEFERRED]: "On hold",
  [ServiceRequestState.COMPLETED]: "Completed",
  [ServiceRequestState.CLOSED]: "Closed",
  [ServiceRequestState.DECLINED]: "Declined",
  [ServiceRequestState.CANCELED]: "Canceled",
  [ServiceRequestState.REOPENED]: "Reopened",
};

export const kindLabels: Record<ServiceRequestKind, string> = {
  [ServiceRequestKind.UNSPECIFIED]: "Any type",
  [ServiceRequestKind.MAINTENANCE]: "Maintenance",
  [ServiceRequestKind.ARCHITECTURAL]: "Architectural",
  [ServiceRequestKind.AMENITY]: "Amenity",
  [ServiceRequestKind.DOCUMENT]: "Document",
  [ServiceRequestKind.OTHER]: "Other",
};

export const kindIcons: Record<ServiceRequestKind, IconName> = {
  [ServiceRequestKind.UNSPECIFIED]: "wrench",
  [ServiceRequestKind.MAINTENANCE]: "wrench",
  [ServiceRequestKind.ARCHITECTURAL]: "door",
  [ServiceRequestKind.AMENITY]: "calendar",
  [ServiceRequestKind.DOCUMENT]: "tray",
  [ServiceRequestKind.OTHER]: "note",
};

export const priorityLabels: Record<ServiceRequestPriority, string> = {
  [ServiceRequestPriority.UNSPECIFIED]: "Any priority",
  [ServiceRequestPriority.LOW]: "Low",
  [ServiceRequestPriority.NORMAL]: "Normal",
  [ServiceRequestPriority.HIGH]: "High",
  [ServiceRequestPriority.EMERGENCY]: "Emergency",
};

/** Time until a request is due, by priority. */
export const dueTimes: Record<ServiceRequestPriority, string> = {
  [ServiceRequestPriority.UNSPECIFIED]: "3 business days",
  [ServiceRequestPriority.LOW]: "10 business days",
  [ServiceRequestPriority.NORMAL]: "3 business days",
  [ServiceRequestPriority.HIGH]: "1 business day",
  [ServiceRequestPriority.EMERGENCY]: "4 hours",
};

export const priorityHints: Record<ServiceRequestPriority, string> = {
  [ServiceRequestPriority.UNSPECIFIED]: "",
  [ServiceRequestPriority.LOW]: "Due in 10 business days",
  [ServiceRequestPriority.NORMAL]: "Due in 3 business days",
  [ServiceRequestPriority.HIGH]: "Due in 1 business day",
  [ServiceRequestPriority.EMERGENCY]: "Due in 4 hours, texts at any hour",
};

export const entryLabels: Record<EntryPermission, string> = {
  [EntryPermission.UNSPECIFIED]: "Not set",
  [EntryPermission.ALLOWED]: "OK to enter",
  [EntryPermission.CALL_FIRST]: "Call before entering",
  [EntryPermission.NOT_ALLOWED]: "Only when the resident is home",
};

/** Fields that several forms and pages have. */
export const fieldLabels = {
  entry: "Permission to enter",
  contactName: "Contact name",
  contactPhone: "Contact phone",
  contactEmail: "Contact email",
} as const;

export const estimateStateLabels: Record<EstimateState, string> = {
  [EstimateState.UNSPECIFIED]: "No estimate",
  [EstimateState.PENDING]: "Estimate to approve",
  [EstimateState.APPROVED]: "Estimate approved",
  [EstimateState.DECLINED]: "Estimate declined",
};

export const actionLabels: Record<ServiceRequestAction, string> = {
  [ServiceRequestAction.UNSPECIFIED]: "",
  [ServiceRequestAction.SUBMIT]: "Submit",
  [ServiceRequestAction.REQUEST_INFO]: "Request information",
  [ServiceRequestAction.APPROVE]: "Approve",
  [ServiceRequestAction.DECLINE]: "Decline",
  [ServiceRequestAction.START]: "Start work",
  [ServiceRequestAction.DEFER]: "Put on hold",
  [ServiceRequestAction.COMPLETE]: "Complete",
  [ServiceRequestAction.CLOSE]: "Close request",
  [ServiceRequestAction.REOPEN]: "Reopen",
  [ServiceRequestAction.CANCEL]: "Cancel request",
};

/** Confirmation after an action: "HR-204 is approved". */
export const doneLabels: Record<ServiceRequestAction, string> = {
  [ServiceRequestAction.UNSPECIFIED]: "changed",
  [ServiceRequestAction.SUBMIT]: "submitted",
  [ServiceRequestAction.REQUEST_INFO]: "waiting for information",
  [ServiceRequestAction.APPROVE]: "approved",
  [ServiceRequestAction.DECLINE]: "declined",
  [ServiceRequestAction.START]: "in progress",
  [ServiceRequestAction.DEFER]: "on hold",
  [ServiceRequestAction.COMPLETE]: "completed",
  [ServiceRequestAction.CLOSE]: "closed",
  [ServiceRequestAction.REOPEN]: "reopened",
  [ServiceRequestAction.CANCEL]: "canceled",
};

/** Whether the server requires a note for an action. */
export const needsNote = (action: ServiceRequestAction): boolean =>
  action === ServiceRequestAction.REQUEST_INFO || action === ServiceRequestAction.DECLINE;

export const noteMissing = "Write what the resident should know.";
export const maxNoteLength = 500;

/** Formats cents: "$1,240.00". */
export function formatCents(cents: number): string {
  return formatDollars(cents / 100);
}

export const dueLabels = {
  overdue: (age: string) => `Overdue by ${age}`,
  today: (time: string) => `Due today, ${time}`,
  tomorrow: (time: string) => `Due tomorrow, ${time}`,
  day: (day: string) => `Due ${day}`,
} as const;
