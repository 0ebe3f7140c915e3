// Copy of managers' requests for new communities.

import { CommunityRequestState } from "../../../gen/parlor/v1/community_pb";

export const requestLabels = {
  requestedBy: "Requested by",
  requestedOn: "Requested on",
  create: "Create",
  createCommunity: (name: string) => `Create ${name}`,
  accept: "Accept",
  acceptCommunity: (name: string) => `Accept ${name}`,
  decline: "Decline…",
  declineCommunity: (name: string) => `Decline ${name}`,
  declineTitle: (name: string) => `Decline ${name}?`,
  declineEffect: (person: string) => `${person} sees this reason and can send another request.`,
  confirmDecline: "Decline request",
  declined: (name: string) => `Declined ${name}.`,
  noRequests: "No community requests",
  noRequestsHint: "Requests from managers appear here for your review.",
} as const;

type StateLabel = { label: string; tone: "info" | "warning" | "success" | "outline" };

export const requestStates: Partial<Record<CommunityRequestState, StateLabel>> = {
  [CommunityRequestState.SUBMITTED]: { label: "Requested", tone: "info" },
  [CommunityRequestState.APPROVED]: { label: "Not created yet", tone: "warning" },
  [CommunityRequestState.ACTIVE]: { label: "Active", tone: "success" },
  [CommunityRequestState.REJECTED]: { label: "Declined", tone: "outline" },
  [CommunityRequestState.WITHDRAWN]: { label: "Canceled", tone: "outline" },
};
