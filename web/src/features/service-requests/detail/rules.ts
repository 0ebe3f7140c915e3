// Rules of the screen of one service request.

import { ServiceRequestAction } from "../../../gen/parlor/v1/service_request_pb";
import { untextedPrefix } from "./labels";

/** Whether the activity says that a text could not be sent. */
export const isUntexted = (body: string): boolean => body.startsWith(untextedPrefix);

/** Actions in the order in which they are offered. The first allowed one is primary. */
export const primaryActions: readonly ServiceRequestAction[] = [
  ServiceRequestAction.SUBMIT,
  ServiceRequestAction.APPROVE,
  ServiceRequestAction.START,
  ServiceRequestAction.COMPLETE,
  ServiceRequestAction.CLOSE,
];

/** The actions beside the primary one. */
export const secondaryActions: readonly ServiceRequestAction[] = [
  ServiceRequestAction.REQUEST_INFO,
  ServiceRequestAction.DECLINE,
  ServiceRequestAction.DEFER,
  ServiceRequestAction.REOPEN,
];
