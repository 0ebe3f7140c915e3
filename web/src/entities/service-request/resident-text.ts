// The texts that the server sends to residents, as a preview for staff.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type ServiceRequest, ServiceRequestAction } from "../../gen/parlor/v1/service_request_pb";
import { formatLongMonthDay } from "../../lib/format-date";
import { newsLabels, residentTextLabels } from "./resident-text-labels";

type Step = { action: ServiceRequestAction; note: string; deferredUntil?: Timestamp | undefined };

type About = Pick<ServiceRequest, "communityLabel" | "number" | "title">;

function toNews({ action, note, deferredUntil }: Step): string | undefined {
  const withNote = (text: string) => (note ? `${text}: ${note}` : `${text}.`);
  switch (action) {
    case ServiceRequestAction.SUBMIT:
      return residentTextLabels.received;
    case ServiceRequestAction.REQUEST_INFO:
      return residentTextLabels.needsInfo(note);
    case ServiceRequestAction.COMPLETE:
      return residentTextLabels.done;
    case ServiceRequestAction.DEFER: {
      const day = deferredUntil ? formatLongMonthDay(timestampDate(deferredUntil)) : "…";
      return withNote(residentTextLabels.onHold(day));
    }
    default: {
      const text = newsLabels[action];
      return text && withNote(text);
    }
  }
}

/** Returns the text that an action sends; undefined if residents are not notified. */
export function toStateText(about: About, step: Step): string | undefined {
  const text = toNews({ ...step, note: step.note.trim() });
  return text && residentTextLabels.news(about, text);
}

/** Returns the text that a public update sends. */
export function toUpdateText(about: About, body: string): string {
  return residentTextLabels.update(about, body.trim());
}

/** Whether changes of a request are texted to its contact. */
export function isTexted({ notifyResident, contactPhone }: ServiceRequest): boolean {
  return notifyResident && contactPhone !== "";
}
