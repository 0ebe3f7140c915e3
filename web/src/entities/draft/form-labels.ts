// Copy of the forms that start a draft.

export const formLabels = {
  notes: "What it should say",
  writeAgain: "Write a new version",
  noCommunity: "No community",
} as const;
