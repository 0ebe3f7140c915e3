import { Link } from "react-router";
import { toProblem } from "../../../api/problem";
import { useServiceRequest } from "../../../entities/service-request/queries";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { PriorityMark } from "../../../entities/service-request/request-marks";
import { StateBadge } from "../../../entities/service-request/state-mark";
import {
  type ServiceRequest,
  type ServiceRequestAction,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { BackButton, ErrorState, Skeleton, UnitPlate } from "../../../ui";
import { sharedLabels } from "../labels";
import { DecisionForm, decisionsOf } from "./decision-form";
import { labels } from "./labels";
import { RequestAge } from "./request-age";
import { RequestFacts } from "./request-facts";

type Props = {
  id: string;
  /** The request, if the list contains it. */
  listed: ServiceRequest | undefined;
  decision: ServiceRequestAction | undefined;
  onDecision: (decision: ServiceRequestAction) => void;
  onDone: (request: ServiceRequest) => void;
  onBack: () => void;
};

const { PENDING, NEEDS_INFO } = ServiceRequestState;

/** The selected request, and the decision on it. */
export function Detail({ id, listed, decision, onDecision, onDone, onBack }: Props) {
  const query = useServiceRequest(id);
  const request = query.data?.serviceRequest ?? listed;
  if (!request) {
    return (
      <article
        className="desk__detail"
        aria-label={labels.serviceRequest}
        aria-busy={query.isFetching}
      >
        {query.error ? (
          <ErrorState
            title={sharedLabels.loadFailed}
            problem={toProblem(query.error)}
            onRetry={() => query.refetch()}
          />
        ) : id ? (
          <DetailSkeleton />
        ) : null}
      </article>
    );
  }
  const isOpen = request.state === PENDING || request.state === NEEDS_INFO;
  const offered = decisionsOf(request);
  const chosen = decision && offered.includes(decision) ? decision : offered[0];
  return (
    <article
      className="desk__detail"
      aria-label={`${request.number} ${showDirectionMarks(request.title)}`}
    >
      <Header request={request} onBack={onBack} />
      <RequestFacts request={request} />
      {isOpen && chosen ? (
        <DecisionForm
          key={request.id}
          request={request}
          decision={chosen}
          onDecision={onDecision}
          onDone={() => onDone(request)}
        />
      ) : (
        <p className="queue-decided">
          {labels.decided}{" "}
          <Link to={toRequestHref(request.id)}>{labels.openRequest(request.number)}</Link>
        </p>
      )}
    </article>
  );
}

function Header({ request, onBack }: { request: ServiceRequest; onBack: () => void }) {
  const { number, title, unit, contactName, communityLabel, state } = request;
  return (
    <header className="case-head">
      <BackButton onBack={onBack} />
      <div className="row__grow stack stack--tight">
        <div className="case-head__name">
          <h2 className="panel-title queue-head__title">{showDirectionMarks(title)}</h2>
          <UnitPlate unit={unit} />
        </div>
        <p className="caption truncate">
          <Link to={toRequestHref(request.id)}>{number}</Link>
          {[showDirectionMarks(contactName), communityLabel]
            .filter(Boolean)
            .map((text) => ` · ${text}`)}
        </p>
      </div>
      <span className="marks">
        <PriorityMark priority={request.priority} />
        {state === PENDING ? null : <StateBadge state={state} />}
      </span>
      <RequestAge request={request} />
    </header>
  );
}

function DetailSkeleton() {
  return (
    <>
      <div className="case-head" aria-hidden="true">
        <Skeleton wide="220px" high="16px" />
      </div>
      <div className="queue-request" aria-hidden="true">
        <Skeleton wide="72%" />
        <Skeleton wide="48%" />
      </div>
    </>
  );
}
