// Labels of what is done with service requests: actions, estimates and due times.

import { EstimateState, ServiceRequestAction } from "../../gen/parlor/v1/service_request_pb";
import { formatDollars } from "../../lib/format-number";

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
