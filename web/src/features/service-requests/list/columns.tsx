import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import { kindIcons, kindLabels } from "../../../entities/service-request/labels";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { DueDate, PriorityMark } from "../../../entities/service-request/request-marks";
import { StateName } from "../../../entities/service-request/state-mark";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { formatShortDate } from "../../../lib/format-date";
import { Avatar, Icon, UnitPlate } from "../../../ui";
import type { Column } from "../../../ui/table";
import { sharedLabels } from "../labels";
import { labels } from "./labels";

function Title({ request }: { request: ServiceRequest }) {
  const { id, number, title, unit, contactName, communityLabel, photoCount } = request;
  const about = [contactName || (unit ? "" : labels.commonArea), communityLabel];
  return (
    <span className="request-cell">
      <span className="request-cell__plate">
        <UnitPlate unit={unit} />
        {unit ? null : <Icon name="door" />}
      </span>
      <span className="stack stack--tight">
        <Link className="table__name request-cell__title" to={toRequestHref(id)}>
          <span className="request-cell__number">{number}</span> {showDirectionMarks(title)}
        </Link>
        <span className="caption truncate">
          {about.filter(Boolean).join(" · ")}
          {photoCount > 0 ? ` · ${sharedLabels.photoCount(photoCount)}` : ""}
        </span>
      </span>
    </span>
  );
}

function Assignee({ name }: { name: string }) {
  if (!name) return <span className="tertiary small">{sharedLabels.unassigned}</span>;
  return (
    <span className="row small">
      <Avatar name={name} size="small" staff />
      <span className="request-assignee__name">{name}</span>
    </span>
  );
}

/** When a request is due, or until when it is on hold. */
function Due({ request }: { request: ServiceRequest }) {
  const { deferredUntil } = request;
  if (!deferredUntil) return <DueDate request={request} />;
  const day = formatShortDate(timestampDate(deferredUntil), new Date());
  return <span className="age">{sharedLabels.onHoldUntil(day)}</span>;
}

/** Columns of the list. The first one names the request. */
export const columns: Column<ServiceRequest>[] = [
  { id: "title", title: sharedLabels.request, cell: (request) => <Title request={request} /> },
  { id: "state", title: labels.status, cell: ({ state }) => <StateName state={state} /> },
  {
    id: "priority",
    title: labels.priority,
    cell: ({ priority }) => <PriorityMark priority={priority} all />,
  },
  {
    id: "kind",
    title: labels.kind,
    cell: ({ kind }) => (
      <span className="row small secondary">
        <Icon name={kindIcons[kind] ?? "wrench"} size="small" />
        {kindLabels[kind]}
      </span>
    ),
  },
  {
    id: "assignee",
    title: sharedLabels.assignee,
    cell: ({ assigneeName }) => <Assignee name={assigneeName} />,
  },
  { id: "due", title: labels.due, cell: (request) => <Due request={request} /> },
  {
    id: "created",
    title: labels.opened,
    cell: ({ createdAt }) => (
      <span className="small secondary">
        {createdAt ? formatShortDate(timestampDate(createdAt), new Date()) : ""}
      </span>
    ),
  },
];
