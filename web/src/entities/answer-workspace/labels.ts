// Copy of the screen with a community's answers and its test phone.

export const labels = {
  show: "Show",
  answers: "Answers",
  thisCommunity: "this community",
  testPhone: "Test phone",
} as const;
