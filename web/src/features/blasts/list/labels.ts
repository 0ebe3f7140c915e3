// Copy of list.

export const labels = {
  newBlast: "New blast",
  textBlastsByStatus: "Text blasts by status",
  textBlasts: "Text blasts",
  savedAudience: "Saved audience",
  title: "Title",
  recipients: "Recipients",
  status: "Status",
  progress: "Progress",
  notStarted: "Not started",
  time: "Time",
  newTextBlast: "New text blast",
  createDraft: "Create draft",
  onlyTeamSees: "Only your team sees it.",
  enterATitle: "Enter a title.",
  communities: "Communities",
  haveNoCommunitiesYet: "You have no communities yet. Ask an administrator to add you to one.",
  chooseLeastOneCommunity: "Choose at least one community.",
} as const;
