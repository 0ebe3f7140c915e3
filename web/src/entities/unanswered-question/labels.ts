// Copy of unanswered question.

export const labels = {
  asked: "· asked",
  expired: "Expired",
  unanswered: "Unanswered",
  last: (shortDate: string) => `Last ${shortDate}`,
  residents: "residents",
  yourTeamReplied: "Your team replied",
  updateAnswer: "Update answer",
  writeAnswer: "Write answer",
  couldntLoadUnansweredQuestions: "Couldn't load unanswered questions.",
  tryAgain: "Try again",
  noResults: "No results",
  noUnansweredQuestionsMatch: (words: string) => `No unanswered questions match “${words}”.`,
  noUnansweredQuestions: "No unanswered questions",
  botHadAnswerEveryQuestion:
    "The bot had an answer to every question so far. Questions it can't answer appear here.",
  unansweredQuestions: "Unanswered questions",
  showAll: "Show all",
  showsRecentQuestionsLast90:
    "Shows recent questions from the last 90 days. Export Escalations to see all.",
} as const;
