import { useState } from "react";
import { useServiceRequests } from "../../../entities/service-request/queries";
import {
  type ServiceRequest,
  type ServiceRequestAction,
  ServiceRequestState,
} from "../../../gen/parlor/v1/service_request_pb";
import { ServiceRequestOrder } from "../../../gen/parlor/v1/service_request_service_pb";
import { focusAtEnd } from "../../../lib/focus-at-end";
import { noteId } from "./decision-form";
import { usePendingUrlState } from "./url-state";
import { useDecidedRequests } from "./use-decided-requests";

/** The requests of the queue, and the open one. A narrow window shows the list first. */
export function useQueue(narrow: boolean) {
  const [urlState, setUrlState] = usePendingUrlState();
  const { waiting, community } = urlState;
  const state = waiting ? ServiceRequestState.NEEDS_INFO : ServiceRequestState.PENDING;
  const filter = { states: [state], communityId: community };
  const listing = useServiceRequests(filter, 0, ServiceRequestOrder.OLDEST);
  const decided = useDecidedRequests();
  const shown = (listing.rows ?? []).filter((one) => one.state === state && !decided.has(one));
  const [decision, setDecision] = useState<ServiceRequestAction>();
  const current = urlState.id || (narrow ? "" : (shown[0]?.id ?? ""));
  const at = shown.findIndex(({ id }) => id === current);
  const open = (id: string) => {
    setDecision(undefined);
    setUrlState({ id }, true);
  };
  return {
    urlState,
    setUrlState,
    listing,
    shown,
    current,
    listed: shown[at],
    decision,
    setDecision,
    walk: (step: number) => {
      const next = shown[at < 0 ? 0 : at + step];
      if (next) open(next.id);
    },
    decide: (action: ServiceRequestAction) => {
      setDecision(action);
      focusAtEnd(noteId);
    },
    /** Opens the request after those that were decided. */
    leave: (requests: readonly ServiceRequest[]) => {
      decided.add(requests);
      if (!requests.some(({ id }) => id === current)) return;
      const left = (one: ServiceRequest) => requests.every(({ id }) => id !== one.id);
      const next = shown.slice(at + 1).find(left) ?? shown.slice(0, Math.max(0, at)).findLast(left);
      open(narrow ? "" : (next?.id ?? ""));
    },
  };
}
