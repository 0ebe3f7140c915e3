import { timestampDate } from "@bufbuild/protobuf/wkt";
import { formatCents } from "../../../entities/service-request/action-labels";
import { RequestLink } from "../../../entities/service-request/request-link";
import { DueDate, PriorityMark } from "../../../entities/service-request/request-marks";
import { StateName } from "../../../entities/service-request/state-mark";
import { EstimateState, type ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { formatMonthDay } from "../../../lib/format-date";
import { Avatar, Badge, UnitPlate } from "../../../ui";
import type { Column } from "../../../ui/table";
import { sharedLabels } from "../labels";
import { estimateLabels, labels } from "./labels";
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

/** The state, and when the request is due or resumes. */
function StateCell({ request }: { request: ServiceRequest }) {
  const { state, deferredUntil } = request;
  return (
    <span className="work-pair">
      <StateName state={state} />
      {deferredUntil ? (
        <span className="caption">
          {sharedLabels.until(formatMonthDay(timestampDate(deferredUntil)))}
        </span>
      ) : (
        <DueDate request={request} />
      )}
    </span>
  );
}

function AssigneeCell({ assigneeName }: ServiceRequest) {
  if (!assigneeName) return <span className="secondary">{sharedLabels.unassigned}</span>;
  return (
    <span className="work-who">
      <Avatar name={assigneeName} size="small" staff />
      {assigneeName}
    </span>
  );
}

function VendorCell({ vendor, estimateCents, estimateState }: ServiceRequest) {
  return (
    <span className="work-pair">
      {vendor || <span className="secondary">{labels.noVendor}</span>}
      {estimateCents === undefined ? null : (
        <span className="work-estimate">
          <span className="strong">{formatCents(estimateCents)}</span>
          <EstimateBadge estimateState={estimateState} />
        </span>
      )}
    </span>
  );
}

function EstimateBadge({ estimateState }: Pick<ServiceRequest, "estimateState">) {
  if (estimateState === EstimateState.PENDING)
    return <Badge tone="warning">{estimateLabels.toApprove}</Badge>;
  if (estimateState === EstimateState.DECLINED)
    return <Badge tone="danger">{estimateLabels.declined}</Badge>;
  return <Badge tone="success">{estimateLabels.approved}</Badge>;
}

/** Returns the columns of approved work; the last one has the next step of each row. */
export function toColumns(actions: RowActions): Column<ServiceRequest>[] {
  return [
    { id: "name", title: sharedLabels.request, cell: (request) => <NameCell request={request} /> },
    {
      id: "due",
      title: labels.statusAndDue,
      cell: (request) => <StateCell request={request} />,
    },
    { id: "assignee", title: sharedLabels.assignee, cell: AssigneeCell },
    { id: "vendor", title: labels.vendorAndEstimate, cell: VendorCell },
    {
      id: "next",
      title: labels.nextStep,
      actions: true,
      cell: (request) => <NextAction request={request} actions={actions} />,
    },
  ];
}
