// Copy of the button that copies answers to other communities.

export const labels = {
  copyToCommunities: "Copy to communities",
  noAnswers: "There are no answers to copy yet",
} as const;
