// Labels of the board.

import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";

export const title = "Service requests overview";

export const orderLabels = {
  due: "Due soonest first",
  oldest: "Oldest first",
  newest: "Newest first",
};

export const viewLabels = {
  open: "All open",
  mine: "Assigned to me",
  overdue: "Overdue",
  estimates: "Estimates to approve",
  save: "Save view",
  remove: "Delete view",
};

export const emptyColumn = "No requests";
export const emptyFiltered = "No request matches the filters";

const trayLabels: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.SUBMIT]: "Return to pending",
  [ServiceRequestAction.REQUEST_INFO]: "Request info",
  [ServiceRequestAction.DECLINE]: "Decline",
  [ServiceRequestAction.START]: "Resume work",
  [ServiceRequestAction.DEFER]: "Put on hold",
  [ServiceRequestAction.CLOSE]: "Close",
  [ServiceRequestAction.CANCEL]: "Cancel request",
};

export const trayLabel = (action: ServiceRequestAction): string => trayLabels[action] ?? "";

/** "HR-204 wasn't moved". */
export function notMoved({ number }: Pick<ServiceRequest, "number">): string {
  return `${number} wasn't moved.`;
}

/** Says what a drop does to the resident. */
export function dropHint(request: ServiceRequest, action: ServiceRequestAction): string {
  const first = request.contactName.split(" ")[0] || "The resident";
  const isTexted =
    request.notifyResident && request.contactPhone && action !== ServiceRequestAction.CLOSE;
  const text = isTexted ? `${first} gets a text.` : "No text is sent.";
  const isUnassigned = action === ServiceRequestAction.START && !request.vendor;
  return isUnassigned ? `${text} No vendor yet.` : text;
}

export function offBoardLabel(drafts: number, declined: number, canceled: number, closed: number) {
  const parts = [
    drafts ? `${drafts} ${drafts === 1 ? "draft" : "drafts"}` : "",
    declined ? `${declined} declined` : "",
    canceled ? `${canceled} canceled` : "",
    closed ? `${closed} closed` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `Not on the board: ${parts.join(" · ")}` : "";
}

export const labels = {
  nextPrevious: "next, previous",
  move: "move",
  open: "open",
  until: (day: string) => `Until ${day}`,
  of1Photo: "1 photo",
  photos: (photoCount: number) => `${photoCount} photos`,
  assignedTo: (assigneeName: string) => `Assigned to ${assigneeName}`,
  unassigned: "Unassigned",
  openLabel: (number: string) => `Open ${number}`,
  drag: (number: string) => `Drag ${number}`,
  moveLabel: (number: string) => `Move ${number}`,
  requests: (title: string) => `${title} requests`,
  reviewAll: "Review all",
  showAll: "Show all",
  requestsText: "requests",
  dueSoon: "due soon",
  loadingRequests: (lowerCase: string) => `Loading ${lowerCase} requests`,
  couldntLoadThisColumn: "Couldn't load this column",
  showMore: "Show more",
  showMoreRequests: (lowerCase: string) => `Show more ${lowerCase} requests`,
  filters: "Filters",
  clearFilters: "Clear filters",
  order: "Order",
  newRequest: "New request",
  column: "Column",
  requestsByStatus: "Requests by status",
  pending: "Pending",
  waitingForADecision: "Waiting for a decision",
  approved: "Approved",
  workHasntStarted: "Work hasn't started",
  inProgress: "In progress",
  workIsUnderway: "Work is underway",
  completed: "Completed",
  waitingToBeClosed: "Waiting to be closed",
} as const;
