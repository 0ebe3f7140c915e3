// The texts that the server sends to residents about their requests.

import { ServiceRequestAction } from "../../gen/parlor/v1/service_request_pb";

type About = { communityLabel: string; number: string; title: string };

export const residentTextLabels = {
  news: ({ communityLabel, number, title }: About, news: string) =>
    `${communityLabel}: Your request ${number} (${title}) ${news}`,
  update: ({ communityLabel, number }: Omit<About, "title">, body: string) =>
    `${communityLabel}: About your request ${number}: ${body}`,
  received: "was received. We will text you when there's a decision.",
  needsInfo: (note: string) => `needs more information: ${note} Reply to this text.`,
  done: "is done. Reply to this text if anything is still wrong.",
  onHold: (day: string) => `is on hold until ${day}`,
} as const;

/** What happened to the request. A note may follow. */
export const newsLabels: Partial<Record<ServiceRequestAction, string>> = {
  [ServiceRequestAction.APPROVE]: "was approved",
  [ServiceRequestAction.DECLINE]: "was declined",
  [ServiceRequestAction.START]: "is being worked on",
  [ServiceRequestAction.REOPEN]: "was reopened",
  [ServiceRequestAction.CANCEL]: "was canceled",
};
