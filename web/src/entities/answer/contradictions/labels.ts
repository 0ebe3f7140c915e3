// Copy of contradictions.

export const labels = {
  edit: "Edit",
  edit2: (question: string) => `Edit: ${question}`,
  allCommunitiesCompany: "For all communities of your company",
  show: "Show",
  showWhich: "Show which",
  conflictingAnswers: "Conflicting answers",
  theseAnswerSimilarQuestionsDifferent:
    "These answer similar questions with different times or amounts. Edit whichever is wrong.",
} as const;
