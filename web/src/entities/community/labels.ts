// Copy of choosing a community, and of users without one.

export const labels = {
  community: "Community",
  allCommunities: "All communities",
  noCommunity: "No community yet",
  createHint:
    "A community has a number that residents text, and its own answers. Create the first one, or assign yourself to one, in Admin.",
  assignHint: "An administrator of your company can assign communities to you.",
  openCommunities: "Open communities",
} as const;
