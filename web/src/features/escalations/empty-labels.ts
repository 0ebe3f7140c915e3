// Copy of the list of escalations while it is empty.

import { emptyLabels as sharedLabels } from "../../entities/conversation/empty-labels";
import { formatCount } from "../../lib/count";

export const emptyLabels = {
  open: sharedLabels.caughtUp,
  openText: (community: string | undefined, lastReviewed: string) =>
    `Every question${community ? ` from ${community}` : ""} has an answer.${lastReviewed}`,
  lastReviewed: (unit: string | undefined, community: string, age: string) =>
    ` The last one, ${unit ? `from unit ${unit} at` : "at"} ${community}, took ${age === "just now" ? "less than a minute" : age}.`,
  showReviewed: (count: number) =>
    count === 1 ? "Show 1 reviewed question" : `Show ${formatCount(count)} reviewed questions`,
  testBot: "Test the bot",
  reviewed: "No reviewed questions",
  reviewedText: "Questions you answer or dismiss appear here.",
  showOpen: "Show open questions",
  filtered: "No matching questions",
  filteredText: (isReviewed: boolean, filters: readonly string[]) =>
    `No ${isReviewed ? "reviewed" : "open"} question matches ${filters.map((name) => `“${name}”`).join(" and ")}.`,
  clearFilters: "Clear filters",
} as const;
