// Copy of turbo.

export const labels = {
  whichCommunity: "Which community?",
  chooseCommunityManageAnswers: "Choose a community to manage its answers.",
  unitsNotSet: "Units not set",
  training: "Training",
  moreListTopScreen: (communitiesCount: number) =>
    `${communitiesCount} more in the list at the top of the screen.`,
  couldntLoadAnswers: "Couldn't load answers.",
  allHaveBeenUsed: "All have been used",
  coverage: "Coverage",
  noData: "No data",
  everyQuestionGoesTeam: "Every question goes to your team",
  mostAsked: "Most asked",
  tryQuestionTestPhone: "Try a question on the test phone.",
  show: "Show",
  showMostUsedAnswer: "Show the most-used answer",
  used: (category: string) => `${category} · used`,
  changeCommunity: "Change community",
  turbo: "Turbo",
  persona: "Persona",
  yourTeam: "Your team",
  theBot: "The bot",
  answers: (sender: string) => `${sender} answers`,
} as const;
