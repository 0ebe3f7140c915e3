// Labels of the screen of one service request.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { threadLabels } from "../../../entities/conversation/thread-labels";
import { fileLabels } from "../../../forms/file-labels";
import {
  ServiceRequestActivityKind as Kind,
  type ServiceRequest,
  type ServiceRequestActivity,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { formatDateTime } from "../../../lib/format-date";

export const labels = {
  screen: "Service request",
  noneTitle: "No request selected",
  noneText: "Choose one from the list.",
  allRequests: "All service requests",
  loading: "Loading the request",
  more: "More actions",
  edit: "Edit details",
  commonArea: "Common area",
  tabsLabel: "Request sections",
  overview: "Overview",
  timeline: "Timeline",
  photos: "Photos",
  progress: (status: string, step: number, count: number) =>
    `Status: ${status}, step ${step} of ${count}`,
  timelineLabel: "Activity, oldest first",
  earlierLeftOut: "Earlier activity isn't shown.",
  opened: (time: string) => `Opened ${time}`,
  system: "Parlor",
  resident: "The resident",
  byText: "by text",
  conversation: "Text conversation",
  escalation: "Escalation",
  public: "Public",
  internal: "Internal",
};

export const photoLabels = {
  add: "Add photo",
  adding: "Adding…",
  none: "No photos yet.",
  photo: (caption: string, number: number) => caption || `Photo ${number}`,
  view: "View",
  delete: "Delete photo",
  previous: "Previous photo",
  next: "Next photo",
  tooLarge: "Choose a photo that's 6 MB or smaller.",
  wrongType: fileLabels.pictureWrongType,
};

export const documentLabels = {
  title: "Documents",
  none: "No documents yet.",
  add: "Add PDF",
  adding: "Adding…",
  delete: (name: string) => `Delete ${name}`,
  deleteTitle: "Delete this document?",
  deleteText: (name: string) => `${name} will be deleted for everyone.`,
  deleteButton: "Delete document",
  cancel: "Cancel",
  tooLarge: "Choose a PDF that's 6 MB or smaller.",
  wrongType: "Choose a PDF.",
};

export const conversationLabels = {
  show: "Show conversation",
  title: (name: string) => (name ? threadLabels.conversationWith(name) : threadLabels.conversation),
  close: "Close",
};

export const writeLabels = {
  audience: "Who sees it",
  public: "Public update",
  internal: "Internal comment",
  publicHint: "What should the resident know?",
  internalHint: "What should your team know?",
  postPublic: "Post and text",
  postQuiet: "Post update",
  postInternal: "Post comment",
  internalNote: "Only staff see this. It's never texted.",
  missing: "Write a comment.",
};

export const estimateLabels = {
  approve: (sum: string) => `Approve ${sum} estimate`,
  decline: "Decline…",
  declineTitle: "Decline the estimate",
  declineButton: "Decline estimate",
  administratorHint: "An administrator approves or declines it before work starts.",
  notTextedHint: "The resident isn't texted about estimates.",
};

export const railLabels = {
  access: "Access",
  noAccess: "Location and permission to enter aren't set.",
  noPets: "No pets listed",
  contact: "Contact",
  noContact: "No contact set.",
  textsOn: "Gets a text at each step",
  textsOff: "Texts are off for this request",
  details: "Details",
  edit: "Edit",
  assignee: "Assignee",
  unassigned: "Unassigned",
  vendor: "Vendor",
  notSet: "Not set",
  estimate: "Estimate",
  kind: "Type",
  priority: "Priority",
  due: "Due",
  dueRule: (priority: string, time: string) => `${priority}: ${time}`,
  from: "From",
  createdBy: "Created by",
  byText: "The resident, by text",
  assigned: (name: string) => (name ? `Assigned to ${name}.` : "Assignee removed."),
};

export const workOrderLabels = {
  title: "Work orders",
  none: "No work orders yet.",
  send: "Send…",
  failed: "Couldn't load the work orders.",
  showEarlier: "Show earlier work orders",
  waiting: "Waiting for a response",
  expired: "The link has expired",
  replaced: "Replaced",
  accepted: (day: string) => `Scheduled for ${day}`,
  declined: "Declined",
};

const stateChangeLabels: Partial<Record<ServiceRequestState, string>> = {
  [ServiceRequestState.PENDING]: "submitted the request",
  [ServiceRequestState.NEEDS_INFO]: "asked the resident for information",
  [ServiceRequestState.APPROVED]: "approved the request",
  [ServiceRequestState.IN_PROGRESS]: "started work",
  [ServiceRequestState.DEFERRED]: "put the request on hold",
  [ServiceRequestState.COMPLETED]: "completed the work",
  [ServiceRequestState.CLOSED]: "closed the request",
  [ServiceRequestState.DECLINED]: "declined the request",
  [ServiceRequestState.CANCELED]: "canceled the request",
  [ServiceRequestState.REOPENED]: "reopened the request",
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Describes an activity, to follow a person's name: "approved the request". */
export function activityLabel({ kind, state, body }: ServiceRequestActivity): string {
  switch (kind) {
    case Kind.CREATED:
      return state === ServiceRequestState.DRAFT ? "saved a draft" : "created the request";
    case Kind.STATE_CHANGED:
      return stateChangeLabels[state] ?? "changed the status";
    case Kind.UPDATED:
      return `changed the request: ${body}`;
    case Kind.ESTIMATE:
    case Kind.PHOTO:
    case Kind.DOCUMENT:
    case Kind.WORK_ORDER:
    case Kind.SOFTWARE:
      return lowerFirst(body);
    default:
      return "";
  }
}

/** Says who was texted, or that a text is waiting. */
export function textedLabel({ contactName }: ServiceRequest): string {
  return `Texted ${contactName || "the resident"}`;
}

/** How the server begins an activity about a text that could not be sent. */
export const untextedPrefix = "Not texted";

export function timeLabel(
  at: Parameters<typeof timestampDate>[0] | undefined,
  now: number,
): string {
  return at ? formatDateTime(timestampDate(at), new Date(now)) : "";
}
