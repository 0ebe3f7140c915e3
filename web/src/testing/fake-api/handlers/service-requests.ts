// Service requests in the fake API. Texts are recorded as activities; nothing is sent.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import {
  ServiceRequestAction as Action,
  ServiceRequestActivityKind as ActivityKind,
  EstimateState,
  type ServiceRequest,
  ServiceRequestDocumentSchema,
  ServiceRequestKind,
  ServiceRequestPhotoSchema,
  ServiceRequestPriority,
  ServiceRequestSchema,
  ServiceRequestState as State,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestService } from "../../../gen/parlor/v1/service_request_service_pb";
import type { Db } from "../db";
import { fieldError, notFound } from "../errors";
import { findCommunity, fullName, requireAccount } from "../lookup";
import { numberPrefix } from "../seed/service-requests";
import { createRequestActions, finalStates, refuse } from "../service-request-actions";
import {
  allowedActions,
  dueMs,
  hasPendingEstimate,
  isDueSoon,
  isOpen,
  isOverdue,
} from "../service-request-rules";

/** Maximum number of activities of a request that are returned. */
const maxActivities = 200;

export function registerServiceRequestHandlers(router: ConnectRouter, db: Db): void {
  const { now, copy, changed, list, record, text, open, move } = createRequestActions(db);

  router.service(ServiceRequestService, {
    listServiceRequests({ order, ...criteria }) {
      return { serviceRequests: list(criteria, order).map(copy) };
    },
    countServiceRequests({ communityId }, context) {
      const { user } = requireAccount(db, context);
      const all = db.serviceRequests.filter(
        (request) => !communityId || request.communityId === communityId,
      );
      const states = [...new Set(all.map(({ state }) => state))];
      const late = (request: ServiceRequest) => isOverdue(request, db.now());
      return {
        counts: states.map((state) => {
          const those = all.filter((request) => request.state === state);
          const overdueCount = those.filter(late).length;
          const dueSoonCount = those.filter((request) => isDueSoon(request, db.now())).length;
          return { state, count: those.length, overdueCount, dueSoonCount };
        }),
        assignedCount: all.filter((one) => isOpen(one) && one.assigneeId === user.id).length,
        pendingEstimateCount: all.filter(hasPendingEstimate).length,
      };
    },
    getServiceRequest({ id }, context) {
      const { request } = open(id, context);
      const activities = db.requestActivities.get(id) ?? [];
      return {
        ...changed(request),
        activities: activities.slice(-maxActivities),
        hasMoreActivities: activities.length > maxActivities,
        allowedActions: allowedActions(request.state),
      };
    },
    findSimilarServiceRequests({ communityId, unit, title }) {
      const words = title
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word.length > 3);
      const similar = db.serviceRequests.filter(
        (request) =>
          isOpen(request) &&
          request.communityId === communityId &&
          request.unit === unit &&
          words.some((word) => request.title.toLowerCase().includes(word)),
      );
      return { serviceRequests: similar.slice(0, 5).map(copy) };
    },
    listServiceRequestAssignees(_request, context) {
      const { user } = requireAccount(db, context);
      const staff = db.accounts.filter((one) => one.user.companyId === user.companyId);
      return {
        assignees: staff
          .map((one) => ({ id: one.user.id, name: fullName(one.user) }))
          .sort((one, other) => one.name.localeCompare(other.name)),
      };
    },
    createServiceRequest({ $typeName: _, isDraft, ...values }, context) {
      const { user } = requireAccount(db, context);
      const { label } = findCommunity(db, values.communityId);
      if (!values.title.trim()) throw fieldError("title", "Describe the work.");
      if (values.contactPhone && !/^\+\d{8,15}$/.test(values.contactPhone)) {
        throw fieldError("contactPhone", "Enter a phone number with its area code.");
      }
      const priority = values.priority || ServiceRequestPriority.NORMAL;
      const assignee = db.accounts.find((one) => one.user.id === values.assigneeId);
      const request = create(ServiceRequestSchema, {
        ...values,
        priority,
        kind: values.kind || ServiceRequestKind.MAINTENANCE,
        id: db.id("request"),
        number: `${numberPrefix(label)}-${201 + db.serviceRequests.length}`,
        communityLabel: label,
        state: isDraft ? State.DRAFT : State.PENDING,
        assigneeName: assignee ? fullName(assignee.user) : "",
        createdBy: fullName(user),
        createdAt: now(),
        stateChangedAt: now(),
        dueAt: timestampFromMs(dueMs(priority, db.now())),
      });
      db.serviceRequests.unshift(request);
      const { state, createdBy: actor } = request;
      record(request, ActivityKind.CREATED, { actor, state });
      if (!isDraft && request.notifyResident) {
        text(request, `Your request ${request.number} (${request.title}) was received.`);
      }
      return changed(request);
    },
    updateServiceRequest({ id, version, $typeName: _, ...values }, context) {
      const { request, actor } = open(id, context, version);
      if (finalStates.includes(request.state)) {
        throw refuse("SERVICE_REQUEST_CLOSED", "This request is closed and can't be changed.");
      }
      const { kind, priority, entryPermission, estimateCents, assigneeId, ...fields } = values;
      Object.assign(request, fields);
      if (kind) request.kind = kind;
      if (entryPermission) request.entryPermission = entryPermission;
      if (priority) {
        request.priority = priority;
        const created = request.createdAt ? timestampMs(request.createdAt) : db.now();
        if (!values.dueAt) request.dueAt = timestampFromMs(dueMs(priority, created));
      }
      if (assigneeId !== undefined) {
        const assignee = db.accounts.find((one) => one.user.id === assigneeId);
        request.assigneeId = assigneeId;
        request.assigneeName = assignee ? fullName(assignee.user) : "";
      }
      if (estimateCents !== undefined) {
        if (estimateCents > 0) request.estimateCents = estimateCents;
        else delete request.estimateCents;
        request.estimateState =
          estimateCents > 0 ? EstimateState.PENDING : EstimateState.UNSPECIFIED;
      }
      const body = Object.keys(values).join(", ");
      record(request, ActivityKind.UPDATED, { actor, body });
      return changed(request);
    },
    changeServiceRequestState({ id, version, action, note, deferredUntil }, context) {
      const { request, actor } = open(id, context, version);
      if (action === Action.DEFER && !(deferredUntil && timestampMs(deferredUntil) > db.now())) {
        throw fieldError("deferredUntil", "Choose a date in the future.");
      }
      move(request, actor, action, note);
      if (action === Action.DEFER && deferredUntil) request.deferredUntil = deferredUntil;
      else delete request.deferredUntil;
      return changed(request);
    },
    approveServiceRequests({ ids }, context) {
      const requests = ids.map((id) => open(id, context));
      const pending = requests.filter(({ request }) => request.state === State.PENDING);
      for (const { request, actor } of pending) move(request, actor, Action.APPROVE, "");
      return {
        approvedCount: pending.length,
        skippedIds: ids.filter((id) => pending.every(({ request }) => request.id !== id)),
      };
    },
    addServiceRequestComment({ id, body, isPublic }, context) {
      const { request, actor } = open(id, context);
      if (!body.trim()) throw fieldError("body", "Write a comment.");
      const kind = isPublic ? ActivityKind.PUBLIC_UPDATE : ActivityKind.COMMENT;
      record(request, kind, { actor, body: body.trim() });
      if (isPublic) text(request, `About your request ${request.number}: ${body.trim()}`);
      return changed(request);
    },
    decideServiceRequestEstimate({ id, version, isApproved, note }, context) {
      const { request, actor } = open(id, context, version);
      if (!hasPendingEstimate(request)) {
        throw refuse("NO_ESTIMATE_TO_DECIDE", "No estimate waits for a decision.");
      }
      request.estimateState = isApproved ? EstimateState.APPROVED : EstimateState.DECLINED;
      const sum = ((request.estimateCents ?? 0) / 100).toFixed(2);
      const body =
        `${isApproved ? "Approved" : "Declined"} the estimate of $${sum}. ${note}`.trim();
      record(request, ActivityKind.ESTIMATE, { actor, body });
      return changed(request);
    },
    addServiceRequestPhoto({ id, data, caption }, context) {
      const { request, actor } = open(id, context);
      if (request.photos.length >= 20) {
        throw refuse("TOO_MANY_PHOTOS", "This request has 20 photos.");
      }
      const photo = { id: db.id("photo"), url: data, thumbnailUrl: data, caption, addedAt: now() };
      request.photos.push(create(ServiceRequestPhotoSchema, photo));
      request.photoCount = request.photos.length;
      record(request, ActivityKind.PHOTO, { actor, body: "Added a photo" });
      return changed(request);
    },
    deleteServiceRequestPhoto({ id, photoId }, context) {
      const { request, actor } = open(id, context);
      if (request.photos.every((photo) => photo.id !== photoId)) throw notFound();
      request.photos = request.photos.filter((photo) => photo.id !== photoId);
      request.photoCount = request.photos.length;
      record(request, ActivityKind.PHOTO, { actor, body: "Deleted a photo" });
      return changed(request);
    },
    addServiceRequestDocument({ id, name, data }, context) {
      const { request, actor } = open(id, context);
      if (request.documents.length >= 10) {
        throw refuse("TOO_MANY_REQUEST_DOCUMENTS", "This request has 10 documents.");
      }
      const document = { id: db.id("document"), name, url: data, sizeBytes: 2_048, addedAt: now() };
      request.documents.push(create(ServiceRequestDocumentSchema, document));
      record(request, ActivityKind.DOCUMENT, { actor, body: `Added ${name}` });
      return changed(request);
    },
    deleteServiceRequestDocument({ id, documentId }, context) {
      const { request, actor } = open(id, context);
      const document = request.documents.find((one) => one.id === documentId);
      if (!document) throw notFound();
      request.documents = request.documents.filter((one) => one !== document);
      record(request, ActivityKind.DOCUMENT, { actor, body: `Deleted ${document.name}` });
      return changed(request);
    },
    exportServiceRequests({ filter }) {
      const { $typeName: _, ...criteria } = filter ?? ({} as NonNullable<typeof filter>);
      const expiresAt = timestampFromMs(db.now() + 15 * 60_000);
      return { url: `/files/${db.id("export")}`, expiresAt, rowCount: list(criteria).length };
    },
  });
}
