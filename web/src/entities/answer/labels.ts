// Copy of answer.

export const labels = {
  none: "None",
  new: "New",
  stays: (answer: string) => `Stays: ${answer}`,
  expired: "Expired",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresInDays: (left: number) => `Expires in ${left} days`,
  writeTheQuestion: "Write the question.",
  writeTheAnswer: "Write the answer.",
  detailedAbout250SingleQuestions: "Detailed: about 250 single questions",
  mergedAbout70BroadQuestions: "Merged: about 70 broad questions",
  companyAbout40QuestionsAbout: "Company: about 40 questions about yourselves",
  catalog: "Catalog",
  addQuestions: "Add questions",
} as const;
