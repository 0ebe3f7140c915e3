// Copy of changes to answers, before and after they are made.

import { formatNumber } from "../../lib/format-number";

export const changesLabels = {
  added: "New",
  none: "None",
  unchanged: (answer: string) => `Keeps: ${answer}`,
  addedCount: (count: number) => `${count} new`,
  differingCount: (count: number) => `${count} ${count === 1 ? "differs" : "differ"}`,
  sameCount: (count: number) => `${count} already there`,
  question: (question: string) => `“${question}”`,
  more: (count: number) => `${formatNumber(count)} more`,
  kept: (what: string) => `${what} changed since then. Later changes were kept.`,
} as const;
