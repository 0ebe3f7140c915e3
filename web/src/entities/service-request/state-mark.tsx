import { type ServiceRequest, ServiceRequestState } from "../../gen/parlor/v1/service_request_pb";
import { Badge } from "../../ui";
import { stateLabels } from "./labels";
import "./service-request.css";

const frame = "M2 26.5V12a10 10 0 0 1 20 0v14.5z";
const check = "m7.5 15 3.2 3.2 5.8-6.4";

function Shape({ state }: Pick<ServiceRequest, "state">) {
  switch (state) {
    case ServiceRequestState.APPROVED:
    case ServiceRequestState.REOPENED:
      return (
        <>
          <path className="state-mark__frame state-mark__frame--lit" d={frame} />
          <path className="state-mark__check" d={check} />
        </>
      );
    case ServiceRequestState.IN_PROGRESS:
    case ServiceRequestState.DEFERRED:
      return (
        <>
          <path className="state-mark__frame" d={frame} />
          <path className="state-mark__door" d="M2 26.5V12A10 10 0 0 1 13 2.05V26.5z" />
        </>
      );
    case ServiceRequestState.COMPLETED:
    case ServiceRequestState.CLOSED:
      return (
        <>
          <path className="state-mark__door" d={frame} />
          <path className="state-mark__check state-mark__check--on" d={check} />
        </>
      );
    case ServiceRequestState.DECLINED:
    case ServiceRequestState.CANCELED:
      return (
        <>
          <path className="state-mark__frame" d={frame} />
          <path className="state-mark__cross" d="m8 12 8 8m0-8-8 8" />
        </>
      );
    default:
      return (
        <>
          <path className="state-mark__frame" d={frame} />
          <circle className="state-mark__knob" cx="17" cy="17" r="1.6" />
        </>
      );
  }
}

/** State icon: a door that opens as the work progresses. Always shown beside the label. */
export function StateMark({ state }: Pick<ServiceRequest, "state">) {
  return (
    <svg className="state-mark" viewBox="0 0 24 28" aria-hidden="true">
      <Shape state={state} />
    </svg>
  );
}

const tones = {
  [ServiceRequestState.NEEDS_INFO]: "info",
  [ServiceRequestState.DEFERRED]: "warning",
  [ServiceRequestState.APPROVED]: "accent",
  [ServiceRequestState.IN_PROGRESS]: "accent",
  [ServiceRequestState.REOPENED]: "warning",
  [ServiceRequestState.COMPLETED]: "success",
  [ServiceRequestState.DECLINED]: "danger",
} as const;

export function StateBadge({ state }: Pick<ServiceRequest, "state">) {
  const tone = (tones as Partial<Record<ServiceRequestState, (typeof tones)[keyof typeof tones]>>)[
    state
  ];
  return <Badge {...(tone ? { tone } : {})}>{stateLabels[state]}</Badge>;
}

/** The icon and label of a state, for rows of lists. */
export function StateName({ state }: Pick<ServiceRequest, "state">) {
  return (
    <span className="state-name">
      <StateMark state={state} />
      {stateLabels[state]}
    </span>
  );
}
