// Labels of the steps of a service request.

import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { sharedLabels } from "../labels";

type Numbered = Pick<ServiceRequest, "number">;

const titles: Record<ServiceRequestAction, (number: string) => string> = {
  [ServiceRequestAction.UNSPECIFIED]: (number) => number,
  [ServiceRequestAction.SUBMIT]: (number) => `Return ${number} to pending`,
  [ServiceRequestAction.REQUEST_INFO]: (number) => `Request information for ${number}`,
  [ServiceRequestAction.APPROVE]: (number) => `Approve ${number}`,
  [ServiceRequestAction.DECLINE]: (number) => `Decline ${number}`,
  [ServiceRequestAction.START]: (number) => `Start work on ${number}`,
  [ServiceRequestAction.DEFER]: (number) => `Put ${number} on hold`,
  [ServiceRequestAction.COMPLETE]: (number) => `Complete ${number}`,
  [ServiceRequestAction.CLOSE]: (number) => `Close ${number}`,
  [ServiceRequestAction.REOPEN]: (number) => `Reopen ${number}`,
  [ServiceRequestAction.CANCEL]: (number) => `Cancel ${number}`,
};

/** "Start work on HR-204": title of a dialog and label of its button. */
export function stepTitle({ number }: Numbered, action: ServiceRequestAction): string {
  return titles[action]?.(number) ?? number;
}

/** Actions whose note is part of the text to the resident. */
const notesForResident: readonly ServiceRequestAction[] = [
  ServiceRequestAction.REQUEST_INFO,
  ServiceRequestAction.APPROVE,
  ServiceRequestAction.DECLINE,
  ServiceRequestAction.START,
  ServiceRequestAction.DEFER,
  ServiceRequestAction.REOPEN,
  ServiceRequestAction.CANCEL,
];

export function noteLabel(action: ServiceRequestAction): string {
  if (action === ServiceRequestAction.REQUEST_INFO) return "Question";
  if (action === ServiceRequestAction.DECLINE) return "Reason";
  return sharedLabels.note;
}

/** Says who reads the note of an action. */
export function noteHint(action: ServiceRequestAction, isTexted: boolean): string {
  return isTexted && notesForResident.includes(action)
    ? "The resident will see this."
    : sharedLabels.teamOnly;
}

export const labels = {
  date: "On hold until",
  dateMissing: "Choose a date in the future.",
  done: (number: string, outcome: string) => `${number} is ${outcome}.`,
  close: "Close",
  cancel: "Keep as is",
} as const;

export const estimateLabels = {
  approveAndStart: (sum: string) => `Approve ${sum} and start`,
  waiting: "This estimate needs a decision",
  approveFirst: "Approve it to start work.",
  needsAdministrator: "An administrator must approve it before work starts.",
  declined: "The estimate was declined. Change it before work starts.",
};
