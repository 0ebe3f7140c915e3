// Copy of who answers a community's residents.

export const trainingLabels = {
  teamAnswers: "Your team answers",
  botAnswers: "The bot answers",
} as const;
