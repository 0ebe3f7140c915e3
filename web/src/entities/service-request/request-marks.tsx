import {
  type ServiceRequest,
  ServiceRequestPriority,
} from "../../gen/parlor/v1/service_request_pb";
import { useNow } from "../../lib/use-now";
import { Badge } from "../../ui";
import { toDue } from "./due";
import { priorityLabels } from "./labels";
import "./service-request.css";

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
