// Copy of answer workspace.

export const labels = {
  answers: "Answers",
  testPhone: "Test phone",
  show: "Show",
} as const;
