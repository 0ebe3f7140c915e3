// Service requests in association software, in the fake API. What is sent is confirmed at once.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  ServiceRequestActivityKind,
  ServiceRequestActivitySchema,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { Software } from "../../../gen/parlor/v1/software_pb";
import {
  SoftwareRequestSchema,
  SoftwareRequestService,
  SoftwareRequestState,
} from "../../../gen/parlor/v1/software_request_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";

export function registerSoftwareRequestHandlers(router: ConnectRouter, db: Db) {
  const require = (id: string) => {
    const request = db.serviceRequests.find((one) => one.id === id);
    if (!request) throw notFound();
    const { software } = db.softwareRequests;
    const isApproved = request.state >= ServiceRequestState.APPROVED;
    const refusal =
      software === Software.UNSPECIFIED
        ? "This company isn't connected to Vantaca or Buildium."
        : isApproved
          ? ""
          : "This request isn't approved. Approve it first.";
    return { software, refusal };
  };

  router.service(SoftwareRequestService, {
    getSoftwareRequest({ id }) {
      const softwareRequest = db.softwareRequests.sent.get(id);
      return { ...require(id), ...(softwareRequest ? { softwareRequest } : {}) };
    },
    sendSoftwareRequest({ id, isDuplicateAccepted }) {
      const { software, refusal } = require(id);
      const before = db.softwareRequests.sent.get(id);
      const mayBeElsewhere = before?.isDisconnected && before.state !== SoftwareRequestState.FAILED;
      if (mayBeElsewhere && !isDuplicateAccepted) {
        const words = "This request may already be in former software.";
        throw createError(Code.FailedPrecondition, "SERVICE_REQUEST_IN_FORMER_SOFTWARE", words);
      }
      if (refusal) {
        throw createError(Code.FailedPrecondition, "SERVICE_REQUEST_NOT_APPROVED", refusal);
      }
      const sentAt = timestampFromMs(db.now());
      const softwareRequest = create(SoftwareRequestSchema, {
        ...{ software, state: SoftwareRequestState.SENT, number: "34881", status: "New" },
        ...{ sentBy: "Ingrid Holt", sentAt, checkedAt: sentAt },
      });
      db.softwareRequests.sent.set(id, softwareRequest);
      const entry = create(ServiceRequestActivitySchema, {
        kind: ServiceRequestActivityKind.SOFTWARE,
        at: sentAt,
        body: "In Vantaca as #34881. Status: New.",
      });
      db.requestActivities.set(id, [...(db.requestActivities.get(id) ?? []), entry]);
      return { softwareRequest };
    },
  });
}
