import type {
  ServiceRequest,
  ServiceRequestActivity,
} from "../../../gen/parlor/v1/service_request_pb";
import { formatDateTime } from "../../../lib/format-date";
import { useNow } from "../../../lib/use-now";
import { Icon } from "../../../ui";
import { labels } from "./labels";
import { toSteps } from "./progress";

type Props = { request: ServiceRequest; activities: readonly ServiceRequestActivity[] };

/** The progress of a request, with the time of each completed step. */
export function Steps({ request, activities }: Props) {
  const now = new Date(useNow());
  const steps = toSteps(request, activities);
  const at = steps.findIndex(({ position }) => position === "current");
  const name = labels.progress(steps[at]?.label.toLowerCase() ?? "", at + 1, steps.length);
  return (
    <ol className="steps steps--request" aria-label={name}>
      {steps.map(({ label, position, at: time }, index) => (
        <li
          key={label}
          className={position === "done" ? "step step--done" : "step"}
          aria-current={position === "current" ? "step" : undefined}
        >
          <span className="step__mark">
            {position === "done" ? <Icon name="check" size="small" /> : index + 1}
          </span>
          <span className="step__words">
            {label}
            {time ? <small>{formatDateTime(time, now)}</small> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
