// Copy of adding a catalog's questions to a community.

import { formatNumber } from "../../lib/format-number";

export const seedLabels = {
  catalog: "Catalog",
  detailed: "Detailed: about 250 single questions",
  merged: "Merged: about 70 broad questions",
  company: "Company: about 40 questions about yourselves",
  addQuestions: "Add questions",
  nothingMissing: (community: string) => `${community} already has all of these questions.`,
  added: (count: number, community: string) => {
    const questions = count === 1 ? "1 question waits" : `${formatNumber(count)} questions wait`;
    return `${questions} for an answer in ${community}.`;
  },
  undone: (community: string) => `${community} is without these questions again.`,
} as const;
