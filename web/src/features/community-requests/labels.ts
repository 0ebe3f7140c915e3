// Copy of community requests.

import { CommunityRequestState } from "../../gen/parlor/v1/community_pb";

export const labels = {
  states: {
    [CommunityRequestState.SUBMITTED]: "Waiting for an administrator",
    [CommunityRequestState.APPROVED]: "Approved, being set up",
    [CommunityRequestState.REJECTED]: "Declined",
  },
  list: "Your community requests",
  missing: "Missing a community?",
  request: "Request a community",
  cancelRequest: "Cancel request",
  cancelRequestFor: (name: string) => `Cancel request for ${name}`,
  canceled: (name: string) => `Canceled the request for ${name}.`,
  loadFailed: "Couldn't load your requests.",
  tryAgain: "Try again",
  sentTitle: "Request sent.",
  sentText: "An administrator will review it.",
  send: "Send request",
  about: "An administrator will review your request. You can see the decision here.",
  name: "Name",
  emailHint: "name@company.example",
} as const;
