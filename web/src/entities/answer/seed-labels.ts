// Copy of adding a catalog's questions to a community.

import { formatNumber } from "../../lib/format-number";

export const seedLabels = {
  catalog: "Catalog",
  detailed: "Detailed: about 250 specific questions",
  merged: "Merged: about 70 broad questions",
  company: "Company: about 40 questions about your company",
  addQuestions: "Add questions",
  nothingMissing: (community: string) => `${community} already has all of these questions.`,
  added: (count: number, community: string) => {
    const questions = count === 1 ? "1 question" : `${formatNumber(count)} questions`;
    return `${questions} in ${community} ${count === 1 ? "needs" : "need"} an answer.`;
  },
  undone: (community: string) => `The questions were removed from ${community}.`,
} as const;
