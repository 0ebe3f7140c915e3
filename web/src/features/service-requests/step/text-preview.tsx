import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { needsNote } from "../../../entities/service-request/action-labels";
import { isTexted, toStateText } from "../../../entities/service-request/resident-text";
import {
  type ServiceRequest,
  type ServiceRequestAction,
  ServiceRequestPriority,
} from "../../../gen/parlor/v1/service_request_pb";
import { showDirectionMarks } from "../../../lib/direction-marks";
import { Icon } from "../../../ui";
import { noTextLabels, recipientLabel, textTimes } from "../text-labels";
import "./step.css";

type Props = {
  request: ServiceRequest;
  action: ServiceRequestAction;
  note: string;
  deferredUntil?: Timestamp | undefined;
};

/** Returns why a step of a request is not texted. */
function silentReason(request: ServiceRequest): string {
  if (!request.contactPhone) return noTextLabels.noPhone;
  return request.notifyResident ? noTextLabels.silent : noTextLabels.off;
}

/** The exact text that a step sends to the resident, or why none is sent. */
export function TextPreview({ request, action, note, deferredUntil }: Props) {
  const shown = needsNote(action) && !note.trim() ? "…" : note;
  const text = isTexted(request)
    ? toStateText(request, { action, note: shown, deferredUntil })
    : undefined;
  if (!text) {
    return (
      <p className="caption row">
        <Icon name="eye-off" size="small" />
        {silentReason(request)}
      </p>
    );
  }
  const isEmergency = request.priority === ServiceRequestPriority.EMERGENCY;
  return (
    <section className="step-text stack stack--tight" aria-label={recipientLabel(request)}>
      <h3 className="label">{recipientLabel(request)}</h3>
      <p className="exact-text">{showDirectionMarks(text)}</p>
      <p className="caption">{isEmergency ? textTimes.emergency : textTimes.daytime}</p>
    </section>
  );
}
