import { useNavigate } from "react-router";
import { actionLabels } from "../../../entities/service-request/action-labels";
import { toRequestHref } from "../../../entities/service-request/request-link";
import { allowedActions } from "../../../entities/service-request/states";
import { useSession } from "../../../entities/session/session";
import {
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { Button, Menu, type MenuEntry } from "../../../ui";
import { labels } from "./labels";
import { toNextStep } from "./next-step";

/** Actions of the table's rows. */
export type RowActions = {
  onStep: (request: ServiceRequest, action: ServiceRequestAction) => void;
  onEstimate: (request: ServiceRequest) => void;
  onAssign: (request: ServiceRequest) => void;
};

type Props = { request: ServiceRequest; actions: RowActions };

/** The next step of a request as a button, and its other actions. */
export function NextAction({ request, actions }: Props) {
  const { user } = useSession();
  const navigate = useNavigate();
  const next = toNextStep(request, user.parlorRole === "admin");
  const others = allowedActions(request.state).filter(
    (action) => !(next.kind === "step" && next.action === action),
  );
  const entries: MenuEntry[] = others.map((action) => ({
    id: String(action),
    label: actionLabels[action] ?? "",
    danger: action === ServiceRequestAction.CANCEL,
    onAction: () => actions.onStep(request, action),
  }));
  if (request.assigneeId !== user.id) {
    const onAction = () => actions.onAssign(request);
    entries.unshift({ id: "assign", label: labels.assignToMe, icon: "persona", onAction });
  }
  const press = () => {
    if (next.kind === "step") actions.onStep(request, next.action);
    if (next.kind === "estimate") actions.onEstimate(request);
    if (next.kind === "open") void navigate(toRequestHref(request.id));
  };
  return (
    <span className="row work-next">
      {next.kind === "waits" ? (
        <span className="caption">{next.label}</span>
      ) : (
        <Button size="small" onPress={press} aria-label={`${next.label}: ${request.number}`}>
          {next.label}
        </Button>
      )}
      <Menu
        label={labels.moreActions(request.number)}
        items={entries}
        trigger={
          <Button
            variant="quiet"
            size="small"
            icon="dots"
            aria-label={labels.moreActions(request.number)}
          />
        }
      />
    </span>
  );
}
