// Labels of service requests, shared by their screens.

import {
  EntryPermission,
  ServiceRequestKind,
  ServiceRequestPriority,
  ServiceRequestState,
} from "../../gen/parlor/v1/service_request_pb";
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
