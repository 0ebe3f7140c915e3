import { Link } from "react-router";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { ServiceRequest } from "../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { screenRule } from "../session/screen-access";
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
