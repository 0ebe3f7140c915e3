import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "react-router";
import { stateLabels } from "../../../entities/service-request/labels";
import { StateMark } from "../../../entities/service-request/state-mark";
import { ServiceRequestState } from "../../../gen/parlor/v1/service_request_pb";
import type {
  CountServiceRequestsResponse,
  ServiceRequestCount,
} from "../../../gen/parlor/v1/service_request_service_pb";
import { formatCount } from "../../../lib/count";
import { Button, Skeleton } from "../../../ui";
import { sharedLabels } from "../labels";
import { labels } from "./labels";
import { type ListUrlState, toSearch, toSlug } from "./url-state";

/** States that always have a tile. Reopened requests have one only if there are any. */
const tiles = [
  ServiceRequestState.PENDING,
  ServiceRequestState.NEEDS_INFO,
  ServiceRequestState.APPROVED,
  ServiceRequestState.REOPENED,
  ServiceRequestState.IN_PROGRESS,
  ServiceRequestState.DEFERRED,
  ServiceRequestState.COMPLETED,
];

/** States whose requests are never overdue. */
const undue: readonly ServiceRequestState[] = [
  ServiceRequestState.DEFERRED,
  ServiceRequestState.COMPLETED,
];

type TileProps = {
  state: ServiceRequestState;
  count: ServiceRequestCount | undefined;
  urlState: ListUrlState;
};

function Tile({ state, count, urlState }: TileProps) {
  const slug = toSlug(ServiceRequestState, state);
  const isCurrent = urlState.state === slug;
  const { overdueCount: overdue = 0, dueSoonCount: dueSoon = 0 } = count ?? {};
  return (
    <Link
      className="request-tile"
      to={toSearch({ ...urlState, state: isCurrent ? "" : slug })}
      aria-current={isCurrent ? "true" : undefined}
    >
      <span className="request-tile__name">
        <StateMark state={state} />
        {stateLabels[state]}
      </span>
      <span className="request-tile__count">{formatCount(count?.count ?? 0)}</span>
      <span>
        {overdue > 0 ? <span className="age age--late">{labels.overdue(overdue)}</span> : null}
        {overdue > 0 && dueSoon > 0 ? " " : null}
        {dueSoon > 0 ? <span className="age age--aging">{labels.dueSoon(dueSoon)}</span> : null}
        {overdue + dueSoon > 0 || undue.includes(state) ? null : (
          <span className="caption">{labels.onTime}</span>
        )}
      </span>
    </Link>
  );
}

type Props = {
  query: Pick<
    UseQueryResult<CountServiceRequestsResponse>,
    "data" | "isError" | "isFetching" | "refetch"
  >;
  urlState: ListUrlState;
};

/** Number of requests by state, and of overdue ones, each with a link to them. */
export function StateTiles({ query, urlState }: Props) {
  const counts = query.data;
  if (!counts) {
    return query.isError ? (
      <p className="caption row" role="alert">
        {labels.countsFailed}
        <Button
          variant="link"
          size="small"
          pending={query.isFetching}
          onPress={() => void query.refetch()}
        >
          {labels.tryAgain}
        </Button>
      </p>
    ) : (
      <div className="request-tiles" aria-hidden="true">
        {tiles.slice(1).map((state) => (
          <span key={state} className="request-tile">
            <Skeleton wide="64%" />
            <Skeleton wide="32px" high="28px" />
            <Skeleton wide="48%" />
          </span>
        ))}
      </div>
    );
  }
  const of = (state: ServiceRequestState) => counts.counts.find((one) => one.state === state);
  const shown = tiles.filter((state) => state !== ServiceRequestState.REOPENED || of(state)?.count);
  return (
    <nav className="request-tiles" aria-label={sharedLabels.byStatus}>
      {shown.map((state) => (
        <Tile key={state} state={state} count={of(state)} urlState={urlState} />
      ))}
    </nav>
  );
}
