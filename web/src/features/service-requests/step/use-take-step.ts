// Takes a step of a service request, and shows the outcome as a toast.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { doneLabels } from "../../../entities/service-request/action-labels";
import {
  useChangeServiceRequestState,
  useDecideServiceRequestEstimate,
} from "../../../entities/service-request/queries";
import type {
  ServiceRequest,
  ServiceRequestAction,
} from "../../../gen/parlor/v1/service_request_pb";
import { toast } from "../../../ui";
import { labels } from "./labels";

export type Step = {
  action: ServiceRequestAction;
  note: string;
  deferredUntil?: Timestamp | undefined;
  /** Approves the estimate first. Administrators only. */
  approvesEstimate?: boolean;
};

/** Returns a function that rejects with the error of the server. */
export function useTakeStep() {
  const changing = useChangeServiceRequestState();
  const deciding = useDecideServiceRequestEstimate();
  return {
    pending: changing.isPending || deciding.isPending,
    async take(request: ServiceRequest, { approvesEstimate, deferredUntil, ...step }: Step) {
      const { id, number } = request;
      let { version } = request;
      if (approvesEstimate) {
        const decided = await deciding.mutateAsync({ id, version, isApproved: true });
        version = decided.serviceRequest?.version ?? 0;
      }
      await changing.mutateAsync({
        id,
        version,
        action: step.action,
        note: step.note.trim(),
        ...(deferredUntil ? { deferredUntil } : {}),
      });
      toast.success(labels.done(number, doneLabels[step.action] ?? ""));
    },
  };
}
