import { formatCents } from "../../../entities/service-request/labels";
import {
  DueDate,
  PriorityMark,
  RequestLink,
} from "../../../entities/service-request/request-marks";
import { StateName } from "../../../entities/service-request/state-mark";
import { EstimateState, type ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { Avatar, Badge, UnitPlate } from "../../../ui";
import type { Column } from "../../../ui/table";
import { NextAction, type RowActions } from "./next-action";

function NameCell({ request }: { request: ServiceRequest }) {
  return (
    <span className="work-name">
      <RequestLink request={request} />
      <span className="work-name__place">
        <UnitPlate unit={request.unit} />
        <span className="truncate">{request.communityLabel}</span>
        <PriorityMark priority={request.priority} />
      </span>
    </span>
  );
}

function AssigneeCell({ assigneeName }: ServiceRequest) {
  if (!assigneeName) return <span className="secondary">Unassigned</span>;
  return (
    <span className="row">
      <Avatar name={assigneeName} size="small" staff />
      {assigneeName}
    </span>
  );
}

function EstimateCell({ estimateCents, estimateState }: ServiceRequest) {
  if (estimateCents === undefined) return <span className="secondary">None</span>;
  return (
    <span className="work-estimate">
      <span className="strong">{formatCents(estimateCents)}</span>
      {estimateState === EstimateState.PENDING ? <Badge tone="warning">To approve</Badge> : null}
      {estimateState === EstimateState.DECLINED ? <Badge tone="danger">Declined</Badge> : null}
      {estimateState === EstimateState.APPROVED ? <Badge tone="success">Approved</Badge> : null}
    </span>
  );
}

/** Returns the columns of approved work; the last one has the next step of each row. */
export function toColumns(actions: RowActions): Column<ServiceRequest>[] {
  return [
    { id: "name", title: "Request", cell: (request) => <NameCell request={request} /> },
    { id: "due", title: "Due", cell: (request) => <DueDate request={request} /> },
    { id: "state", title: "State", cell: ({ state }) => <StateName state={state} /> },
    { id: "assignee", title: "Assignee", cell: AssigneeCell },
    {
      id: "vendor",
      title: "Vendor",
      cell: ({ vendor }) => vendor || <span className="secondary">None</span>,
    },
    { id: "estimate", title: "Estimate", number: true, cell: EstimateCell },
    {
      id: "next",
      title: "Next step",
      actions: true,
      cell: (request) => <NextAction request={request} actions={actions} />,
    },
  ];
}
