import { timestampDate } from "@bufbuild/protobuf/wkt";
import { useQuery } from "@connectrpc/connect-query";
import { type ReactNode, useState } from "react";
import { toProblem } from "../../api/problem";
import { entryLabels, fieldLabels, priorityLabels } from "../../entities/service-request/labels";
import { EntryPermission } from "../../gen/parlor/v1/service_request_pb";
import {
  type GetWorkOrderResponse,
  type WorkOrder,
  WorkOrderService,
  WorkOrderState,
} from "../../gen/parlor/v1/work_order_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatDay, formatShortDate } from "../../lib/format-date";
import { ErrorState, Icon, Logo, Skeleton } from "../../ui";
import { AnswerForm } from "./answer-form";
import { labels } from "./labels";
import "./work-order.css";

function Paper({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className="vendor-page">
      <div className="vendor-page__paper">
        <Logo />
        <h1 className="screen-title">{title}</h1>
        {children}
      </div>
    </main>
  );
}

function Details({ order }: { order: GetWorkOrderResponse }) {
  const due = order.dueAt ? formatShortDate(timestampDate(order.dueAt), new Date()) : "";
  const isSet = order.entryPermission !== EntryPermission.UNSPECIFIED;
  const facts = [
    [labels.where, [order.unit || labels.commonArea, order.location].filter(Boolean).join(", ")],
    [fieldLabels.entry, isSet ? entryLabels[order.entryPermission] : ""],
    [labels.pets, order.pets],
    [labels.priority, priorityLabels[order.priority]],
    [labels.due, due],
    [labels.message, order.message],
  ].filter(([, value]) => value);
  return (
    <section className="panel panel__body stack stack--loose" aria-label={labels.details}>
      {order.description ? (
        <p className="vendor-page__words">{showDirectionMarks(order.description)}</p>
      ) : null}
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="facts__pair">
            <dt>{name}</dt>
            <dd className="vendor-page__words">{showDirectionMarks(value ?? "")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Answered({ order }: { order: WorkOrder }) {
  const isAccepted = order.state === WorkOrderState.ACCEPTED;
  return (
    <p className="notice notice--success" role="status">
      <Icon name="ok" />
      <span>
        <span className="strong">
          {isAccepted ? labels.accepted(formatDay(order.scheduledOn)) : labels.declined}
        </span>{" "}
        {labels.final}
      </span>
    </p>
  );
}

/** A work order as the vendor sees it with the link from the email. */
export default function WorkOrderPage({ token }: { token: string }) {
  const query = useQuery(
    WorkOrderService.method.getWorkOrder,
    { token },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const [answered, setAnswered] = useState<WorkOrder>();
  const problem = query.error ? toProblem(query.error) : undefined;
  if (token === "" || problem?.reason === "LINK_EXPIRED") {
    return (
      <Paper title={labels.expiredTitle}>
        <p className="secondary">{labels.expiredText}</p>
      </Paper>
    );
  }
  if (problem) {
    return (
      <Paper title={labels.failedTitle}>
        <ErrorState
          problem={problem}
          onRetry={() => void query.refetch()}
          pending={query.isFetching}
        />
      </Paper>
    );
  }
  if (!query.data?.workOrder) {
    return (
      <Paper title={labels.loadingTitle}>
        <Skeleton high="120px" />
      </Paper>
    );
  }
  const { number, title, companyName, communityLabel, workOrder } = query.data;
  const order = answered ?? workOrder;
  return (
    <Paper title={labels.title(number, title)}>
      <p className="secondary">{labels.from(companyName, communityLabel)}</p>
      <Details order={query.data} />
      {order.state === WorkOrderState.SENT ? (
        <AnswerForm token={token} onAnswered={setAnswered} />
      ) : (
        <Answered order={order} />
      )}
    </Paper>
  );
}
