// Copy of answers that several parts of the app show.

import { formatNumber } from "../../lib/format-number";

export const labels = {
  answerCount: (count: number) => (count === 1 ? "1 answer" : `${formatNumber(count)} answers`),
  covered: (answered: string, all: string) => `${answered} of ${all}`,
  expired: "Expired",
  expiresToday: "Expires today",
  expiresTomorrow: "Expires tomorrow",
  expiresIn: (days: number) => `Expires in ${days} days`,
  removedAnswers: "Removed answers",
  add: "Add an answer",
  none: "No answers yet",
  questionMissing: "Write the question.",
  answerMissing: "Write the answer.",
  tooLong: (limit: number, length: number) =>
    `At most ${formatNumber(limit)} characters; this has ${formatNumber(length)}.`,
} as const;

export const fieldLabels = {
  question: "Question",
  answer: "Answer",
  category: "Category",
  source: "Source",
  samples: "Sample questions",
  expiresOn: "Expires on",
} as const;
