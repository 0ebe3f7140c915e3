// Copy of answers that may conflict.

import { formatNumber } from "../../../lib/format-number";

export const labels = {
  summary: (count: number, hasMore: boolean) =>
    count === 1
      ? "2 answers may conflict."
      : `${formatNumber(count)}${hasMore ? "+" : ""} pairs of answers may conflict.`,
  showPair: "Show",
  showPairs: "Show which",
  title: "Conflicting answers",
  about: "These answer similar questions with different times or amounts. Edit whichever is wrong.",
  edit: "Edit",
  editQuestion: (question: string) => `Edit: ${question}`,
  allCommunities: "For all your communities",
} as const;
