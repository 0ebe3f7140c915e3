// Copy of community.

export const labels = {
  community: "Community",
  allCommunities: "All communities",
  noCommunityYet: "No community yet",
  communityHasNumberResidentsText:
    "A community has a number that residents text, and its own answers. Create the first one, or assign yourself to one, in Admin.",
  administratorCompanyCanAssignCommunities:
    "An administrator of your company can assign communities to you.",
  openCommunities: "Open communities",
  yourTeamAnswers: (residentsLabel: string) =>
    `Your team answers ${residentsLabel}. The bot only drafts, and every question goes to Escalations.`,
  botAnswersWhenConfident: (residentsLabel: string) =>
    `The bot answers ${residentsLabel} when it's confident. Everything else goes to Escalations.`,
  trainingWasntChanged: "Training wasn't changed.",
  becomes: "becomes",
  remove: (original: string) => `Remove ${original}`,
  replacementForRemoved: (originalText: string) => `Replacement for “${originalText}” removed.`,
  wordReplacements: "Word replacements",
  botReplacesTheseWordsEvery:
    "The bot replaces these words in every answer. Links and phone numbers never change.",
  addAWordReplacement: "Add a word replacement",
  insteadOf: "Instead of",
  say: "Say",
  add: "Add",
} as const;
