import { Link } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import {
  type ServiceRequest,
  ServiceRequestPriority,
} from "../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { useNow } from "../../lib/use-now";
import { Badge } from "../../ui";
import { screenRule } from "../session/screen-access";
import { toDue } from "./due";
import { priorityLabels } from "./labels";
import "./service-request.css";

/** Returns the URL of a request. */
export function toRequestHref(id: string): string {
  return `${screenRule(Screen.SERVICE_REQUEST).path}?id=${encodeURIComponent(id)}`;
}

/** "HR-204 No hot water", with a link. */
export function RequestLink({
  request,
}: {
  request: Pick<ServiceRequest, "id" | "number" | "title">;
}) {
  const { id, number, title } = request;
  return (
    <Link className="request-link" to={toRequestHref(id)}>
      {number} {showDirectionMarks(title)}
    </Link>
  );
}

type PriorityProps = Pick<ServiceRequest, "priority"> & {
  /** Also shows low and normal priority. */
  all?: boolean;
};

/** Badge for high and emergency priority. Others have none, so that these stand out. */
export function PriorityMark({ priority, all = false }: PriorityProps) {
  const label = priorityLabels[priority];
  if (priority === ServiceRequestPriority.EMERGENCY) {
    return (
      <Badge tone="danger" icon="danger">
        {label}
      </Badge>
    );
  }
  if (priority === ServiceRequestPriority.HIGH) {
    return (
      <Badge tone="warning" icon="flag">
        {label}
      </Badge>
    );
  }
  return all ? <Badge>{label}</Badge> : null;
}

/** When an open request is due, in words and as one to three lit dots. Empty for other requests. */
export function DueDate({ request }: { request: Pick<ServiceRequest, "state" | "dueAt"> }) {
  const due = toDue(request, useNow());
  if (!due) return null;
  return (
    <span className={`age age--${due.level}`}>
      <span className="age__dots" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {due.text}
    </span>
  );
}
