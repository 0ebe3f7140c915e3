import { Link } from "react-router";
import { kindLabels } from "../../../entities/service-request/labels";
import { PriorityMark } from "../../../entities/service-request/request-marks";
import type { ServiceRequest } from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Badge, UnitPlate } from "../../../ui";
import { labels, missingLabels } from "./labels";
import { missingDetails } from "./missing-details";
import { RequestAge } from "./request-age";
import { type PendingUrlState, toSearch } from "./url-state";

type Props = {
  request: ServiceRequest;
  current: boolean;
  urlState: PendingUrlState;
  /** Unset if requests can't be selected. */
  selection?: { isSelected: boolean; onChange: (isSelected: boolean) => void } | undefined;
};

/** A request in the queue. */
export function RequestRow({ request, current, urlState, selection }: Props) {
  const { number, title, unit, contactName, communityLabel } = request;
  const missing = missingDetails(request).length;
  return (
    <div className="queue-row">
      {selection ? (
        <label className="queue-row__check">
          <input
            type="checkbox"
            className="choice__box"
            aria-label={labels.select(number)}
            checked={selection.isSelected}
            onChange={(event) => selection.onChange(event.target.checked)}
          />
        </label>
      ) : null}
      <Link
        className="inquiry"
        to={toSearch({ ...urlState, id: request.id })}
        aria-current={current ? "true" : undefined}
      >
        <span className="inquiry__who">
          <UnitPlate unit={unit} />
          <span className="truncate">{showDirectionMarks(contactName) || communityLabel}</span>
        </span>
        <PriorityMark priority={request.priority} />
        <span className="inquiry__question queue-row__title">{showDirectionMarks(title)}</span>
        <span className="inquiry__foot">
          <RequestAge request={request} />
          <span className="truncate">
            {number} · {kindLabels[request.kind]}
          </span>
          {missing > 0 ? <Badge>{missingLabels.count(missing)}</Badge> : null}
        </span>
      </Link>
    </div>
  );
}
