import { formatCents } from "../../../entities/service-request/action-labels";
import { useSession } from "../../../entities/session/session";
import {
  EstimateState,
  type ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { Icon } from "../../../ui";
import { estimateLabels } from "./labels";

export type EstimateGate = "none" | "approvable" | "blocked" | "declined";

/** Returns how an estimate affects a step: work starts only after its approval. */
export function useEstimateGate(
  { estimateState }: Pick<ServiceRequest, "estimateState">,
  action: ServiceRequestAction,
): EstimateGate {
  const { user } = useSession();
  if (action !== ServiceRequestAction.START) return "none";
  if (estimateState === EstimateState.DECLINED) return "declined";
  if (estimateState !== EstimateState.PENDING) return "none";
  return user.parlorRole === "admin" ? "approvable" : "blocked";
}

/** Shown for an estimate that must be approved before work starts. */
export function EstimateNotice({ request, gate }: { request: ServiceRequest; gate: EstimateGate }) {
  if (gate === "none") return null;
  if (gate === "approvable") {
    return (
      <section className="step-estimate" aria-label={estimateLabels.waiting}>
        <h3 className="label">{estimateLabels.waiting}</h3>
        <p className="step-estimate__sum">{formatCents(request.estimateCents ?? 0)}</p>
        <p className="caption">
          {[request.vendor, estimateLabels.approveFirst].filter(Boolean).join(" · ")}
        </p>
      </section>
    );
  }
  return (
    <p className="notice notice--warning" role="alert">
      <Icon name="coin" />
      <span>
        <strong>{formatCents(request.estimateCents ?? 0)}</strong>.{" "}
        {gate === "blocked" ? estimateLabels.needsAdministrator : estimateLabels.declined}
      </span>
    </p>
  );
}
