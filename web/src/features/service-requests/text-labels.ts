// Copy about the texts that residents get: who gets one, when, and why none is sent.

import type { ServiceRequest } from "../../gen/parlor/v1/service_request_pb";

/** "Denise gets this text". */
export function recipientLabel({ contactName }: Pick<ServiceRequest, "contactName">): string {
  return `${contactName.split(" ")[0] || "The resident"} gets this text`;
}

export const textTimes = {
  emergency: "Sent right away because it's an emergency.",
  daytime: "Sent between 9 AM and 8 PM in the resident's time zone.",
} as const;

export const noTextLabels = {
  noPhone: "No text will be sent because there's no phone number on this request.",
  off: "No text will be sent because texting is off for this request.",
  silent: "No text is sent at this step.",
} as const;
