// Labels of the board.

import { actionLabels } from "../../../entities/service-request/action-labels";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { sharedLabels } from "../labels";
import type { StageId } from "./stages";

export const labels = {
  title: "Service requests overview",
  column: "Column",
  reviewAll: "Review all",
  showAll: "Show all",
  requests: "requests",
  overdue: "overdue",
  dueSoon: "due soon",
  columnRequests: (column: string) => `${column} requests`,
  loadingColumn: (column: string) => `Loading ${column} requests`,
  loadFailed: "Couldn't load this column",
  emptyColumn: "No requests",
  emptyFiltered: "No request matches the filters",
  showMore: "Show more",
  showMoreIn: (column: string) => `Show more ${column} requests`,
  openRequest: (number: string) => `Open ${number}`,
  drag: (number: string) => `Drag ${number}`,
  move: (number: string) => `Move ${number}`,
  assignedTo: (name: string) => `Assigned to ${name}`,
} as const;

/** What the keys of the board do, at its foot. */
export const keyHints = {
  nextPrevious: "next, previous",
  move: "move",
  open: "open",
} as const;

export const stageLabels: Record<StageId, { title: string; hint: string }> = {
  pending: { title: "Pending", hint: "Waiting for a decision" },
  approved: { title: "Approved", hint: "Work hasn't started" },
  progress: { title: "In progress", hint: "Work is underway" },
  completed: { title: "Completed", hint: "Waiting to be closed" },
};

const trayLabels: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.SUBMIT]: sharedLabels.returnToPending,
  [ServiceRequestAction.REQUEST_INFO]: "Request info",
  [ServiceRequestAction.DECLINE]: "Decline",
  [ServiceRequestAction.START]: "Resume work",
  [ServiceRequestAction.DEFER]: actionLabels[ServiceRequestAction.DEFER],
  [ServiceRequestAction.CLOSE]: "Close",
  [ServiceRequestAction.CANCEL]: actionLabels[ServiceRequestAction.CANCEL],
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
