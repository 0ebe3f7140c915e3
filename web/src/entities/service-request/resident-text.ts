// The texts that the server sends to residents, as a preview for staff.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { type ServiceRequest, ServiceRequestAction } from "../../gen/parlor/v1/service_request_pb";

type Step = { action: ServiceRequestAction; note: string; deferredUntil?: Timestamp | undefined };

type About = Pick<ServiceRequest, "communityLabel" | "number" | "title">;

const news: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.APPROVE]: "was approved",
  [ServiceRequestAction.DECLINE]: "was declined",
  [ServiceRequestAction.START]: "is being worked on",
  [ServiceRequestAction.REOPEN]: "was reopened",
  [ServiceRequestAction.CANCEL]: "was canceled",
};

function toNews({ action, note, deferredUntil }: Step): string | undefined {
  const withNote = (text: string) => (note ? `${text}: ${note}` : `${text}.`);
  switch (action) {
    case ServiceRequestAction.SUBMIT:
      return "was received. We will text you when it is decided.";
    case ServiceRequestAction.REQUEST_INFO:
      return `needs more information: ${note} Reply to this text.`;
    case ServiceRequestAction.COMPLETE:
      return "is done. Reply to this text if anything is still wrong.";
    case ServiceRequestAction.DEFER: {
      const day = deferredUntil
        ? timestampDate(deferredUntil).toLocaleDateString("en-US", {
            month: "long",
            day: "numeric",
          })
        : "…";
      return withNote(`is on hold until ${day}`);
    }
    default: {
      const text = news[action];
      return text && withNote(text);
    }
  }
}

/** Returns the text that an action sends; undefined if residents are not notified. */
export function toStateText(about: About, step: Step): string | undefined {
  const text = toNews({ ...step, note: step.note.trim() });
  return text && `${about.communityLabel}: Your request ${about.number} (${about.title}) ${text}`;
}

/** Returns the text that a public update sends. */
export function toUpdateText({ communityLabel, number }: About, body: string): string {
  return `${communityLabel}: About your request ${number}: ${body.trim()}`;
}

/** Whether changes of a request are texted to its contact. */
export function isTexted({ notifyResident, contactPhone }: ServiceRequest): boolean {
  return notifyResident && contactPhone !== "";
}
