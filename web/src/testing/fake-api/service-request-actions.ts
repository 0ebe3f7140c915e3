// Changes of service requests in the fake API, and their timeline.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type HandlerContext } from "@connectrpc/connect";
import type { Reason } from "../../api/problem";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import {
  ServiceRequestAction as Action,
  ServiceRequestActivityKind as ActivityKind,
  EstimateState,
  type ServiceRequest,
  ServiceRequestActivitySchema,
  ServiceRequestSchema,
  ServiceRequestState as State,
} from "../../gen/parlor/v1/service_request_pb";
import { ServiceRequestOrder } from "../../gen/parlor/v1/service_request_service_pb";
import type { Db } from "./db";
import { createError, fieldError, notFound } from "./errors";
import { fullName, requireAccount } from "./lookup";
import { type Criteria, inOrder, isOverdue, matches, nextState } from "./service-request-rules";

export const refuse = (reason: Reason, text: string) =>
  createError(Code.FailedPrecondition, reason, text);

export const finalStates: readonly State[] = [State.CLOSED, State.DECLINED, State.CANCELED];

export function createRequestActions(db: Db) {
  const now = () => timestampFromMs(db.now());
  const copy = (request: ServiceRequest) =>
    clone(ServiceRequestSchema, { ...request, isOverdue: isOverdue(request, db.now()) });
  const changed = (request: ServiceRequest) => ({ serviceRequest: copy(request) });
  const list = (criteria: Criteria, order: ServiceRequestOrder = ServiceRequestOrder.NEWEST) =>
    inOrder(
      db.serviceRequests.filter((request) => matches(request, criteria, db.now())),
      order,
    );

  const record = (
    request: ServiceRequest,
    kind: ActivityKind,
    more: { actor?: string; body?: string; state?: State } = {},
  ) => {
    const activity = create(ServiceRequestActivitySchema, { kind, at: now(), ...more });
    db.requestActivities.set(request.id, [
      ...(db.requestActivities.get(request.id) ?? []),
      activity,
    ]);
    request.version += 1;
    db.publish(EventKind.SERVICE_REQUEST, request.communityId, request.id);
  };
  const text = (request: ServiceRequest, body: string) => {
    const sent = request.contactPhone ? body : "Not texted: the request has no phone.";
    record(request, ActivityKind.TEXT, { body: `${request.communityLabel}: ${sent}` });
  };
  /** Finds a request, and checks the caller's access and the version. */
  const open = (id: string, context: HandlerContext, version = 0) => {
    const { user } = requireAccount(db, context);
    const request = db.serviceRequests.find((one) => one.id === id);
    if (!request) throw notFound();
    if (version && version !== request.version) {
      throw createError(Code.Aborted, "SERVICE_REQUEST_CHANGED", "It changed.");
    }
    return { request, actor: fullName(user) };
  };
  const move = (request: ServiceRequest, actor: string, action: Action, note: string) => {
    const state = nextState(request.state, action);
    if (!state) {
      throw refuse("SERVICE_REQUEST_ACTION_NOT_ALLOWED", "It can't be changed that way now.");
    }
    if ((action === Action.REQUEST_INFO || action === Action.DECLINE) && !note.trim()) {
      throw fieldError("note", "Write what the resident should know.");
    }
    const { PENDING, DECLINED } = EstimateState;
    if (action === Action.START && [PENDING, DECLINED].includes(request.estimateState as never)) {
      throw refuse("ESTIMATE_NOT_APPROVED", "The estimate isn't approved.");
    }
    request.state = state;
    request.stateChangedAt = now();
    record(request, ActivityKind.STATE_CHANGED, { actor, state, body: note.trim() });
    if (request.notifyResident && action !== Action.CLOSE) {
      text(request, `Your request ${request.number} (${request.title}) changed.`);
    }
  };
  return { now, copy, changed, list, record, text, open, move };
}
