// Copy of the screen with a community's answers.

export const labels = {
  title: "Knowledge Base",
  community: "Community",
} as const;
