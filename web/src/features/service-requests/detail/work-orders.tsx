import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import { Suspense, useState } from "react";
import { toLoadMore } from "../../../api/listing";
import { formatCents } from "../../../entities/service-request/action-labels";
import { isFinal } from "../../../entities/service-request/states";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { type WorkOrder, WorkOrderState } from "../../../gen/parlor/v1/work_order_service_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatDay } from "../../../lib/format-date";
import { lazyWithReload } from "../../../lib/lazy";
import { useNow } from "../../../lib/use-now";
import { Button } from "../../../ui";
import { workOrderLabels } from "./labels";
import { useWorkOrders } from "./work-order-queries";

const SendWorkOrder = lazyWithReload(() => import("./send-work-order"));

const isPast = (at: Timestamp | undefined, now: number) =>
  at !== undefined && timestampMs(at) < now;

function stateLabel({ state, scheduledOn, expiresAt }: WorkOrder, now: number): string {
  switch (state) {
    case WorkOrderState.ACCEPTED:
      return workOrderLabels.accepted(formatDay(scheduledOn));
    case WorkOrderState.DECLINED:
      return workOrderLabels.declined;
    case WorkOrderState.REPLACED:
      return workOrderLabels.replaced;
    default:
      return isPast(expiresAt, now) ? workOrderLabels.expired : workOrderLabels.waiting;
  }
}

function Order({ order }: { order: WorkOrder }) {
  const now = useNow();
  const { vendor, email, estimateCents, note } = order;
  const facts = [
    stateLabel(order, now),
    estimateCents === undefined ? "" : formatCents(estimateCents),
  ];
  return (
    <li className="stack stack--tight">
      <p>
        <b>{showDirectionMarks(vendor)}</b> <span className="caption">{email}</span>
      </p>
      <p className="small secondary">{facts.filter(Boolean).join(" · ")}</p>
      {note ? <p className="small">“{showDirectionMarks(note)}”</p> : null}
    </li>
  );
}

/** Work orders of a request, with a button to send one. */
export function WorkOrders({ request, canEdit }: { request: ServiceRequest; canEdit: boolean }) {
  const [isSending, setIsSending] = useState(false);
  const query = useWorkOrders(request.id);
  const orders = query.data?.pages.flatMap((page) => page.workOrders) ?? [];
  const more = toLoadMore(query);
  const empty = query.isError ? workOrderLabels.failed : query.data ? workOrderLabels.none : "";
  return (
    <section className="rail__part" aria-label={workOrderLabels.title}>
      <div className="row row--between">
        <h2 className="group-title">{workOrderLabels.title}</h2>
        {canEdit && !isFinal(request.state) ? (
          <Button variant="link" size="small" onPress={() => setIsSending(true)}>
            {workOrderLabels.send}
          </Button>
        ) : null}
      </div>
      {orders.length > 0 ? (
        <ul className="stack">
          {orders.map((order) => (
            <Order key={order.id} order={order} />
          ))}
        </ul>
      ) : (
        <p className="caption">{empty}</p>
      )}
      {more ? (
        <Button variant="link" size="small" pending={more.pending} onPress={more.onMore}>
          {workOrderLabels.showEarlier}
        </Button>
      ) : null}
      {more?.failed ? <p className="caption">{more.failed}</p> : null}
      {isSending ? (
        <Suspense>
          <SendWorkOrder request={request} onClose={() => setIsSending(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}
