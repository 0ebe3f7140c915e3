// Work orders in the fake API. The token of a link is the ID of the work order.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import {
  type WorkOrder,
  WorkOrderSchema,
  WorkOrderService,
  WorkOrderState,
} from "../../../gen/parlor/v1/work_order_service_pb";
import type { Db } from "../db";
import { createError, notFound } from "../errors";

const lifetime = 14 * 86_400_000;

export function registerWorkOrderHandlers(router: ConnectRouter, db: Db) {
  const find = (token: string) => {
    const found = db.workOrders.find(({ order }) => order.id === token);
    const request = db.serviceRequests.find(({ id }) => id === found?.requestId);
    if (!found || !request || found.order.state === WorkOrderState.REPLACED) {
      throw createError(Code.FailedPrecondition, "LINK_EXPIRED", "This link has expired.");
    }
    return { order: found.order, request };
  };
  const answer = (order: WorkOrder, change: Partial<WorkOrder>) =>
    Object.assign(order, { ...change, answeredAt: timestampFromMs(db.now()) });

  router.service(WorkOrderService, {
    sendWorkOrder({ id, vendor, email }) {
      const request = db.serviceRequests.find((one) => one.id === id);
      if (!request) throw notFound();
      for (const { requestId, order } of db.workOrders) {
        if (requestId === id && order.state === WorkOrderState.SENT) {
          order.state = WorkOrderState.REPLACED;
        }
      }
      const order = create(WorkOrderSchema, {
        ...{ id: db.id("order"), vendor, email, state: WorkOrderState.SENT },
        sentAt: timestampFromMs(db.now()),
        expiresAt: timestampFromMs(db.now() + lifetime),
      });
      request.vendor = vendor;
      db.workOrders.unshift({ requestId: id, order });
      return { workOrder: order };
    },
    listWorkOrders({ id }) {
      const ofRequest = db.workOrders.filter(({ requestId }) => requestId === id);
      return { workOrders: ofRequest.map(({ order }) => order) };
    },
    getWorkOrder({ token }) {
      const { order, request } = find(token);
      const { number, title, description, unit, location, entryPermission, pets } = request;
      return {
        ...{ number, title, description, unit, location, entryPermission, pets },
        ...{ priority: request.priority, communityLabel: request.communityLabel },
        ...(request.dueAt ? { dueAt: request.dueAt } : {}),
        workOrder: order,
        companyName: "Northgate Residential",
      };
    },
    answerWorkOrder({ token, isAccepted, scheduledOn, estimateCents, note }) {
      const { order } = find(token);
      const change = isAccepted
        ? { state: WorkOrderState.ACCEPTED, scheduledOn, note }
        : { state: WorkOrderState.DECLINED, note };
      answer(order, { ...change, ...(estimateCents > 0 ? { estimateCents } : {}) });
      return { workOrder: order };
    },
  });
}
