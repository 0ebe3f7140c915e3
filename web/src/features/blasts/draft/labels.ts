// Copy of draft.

export const labels = {
  enterATitle: "Enter a title.",
  chooseASavedAudience: "Choose a saved audience.",
  chooseLeastOneCommunity: "Choose at least one community.",
} as const;
