// Copy of the knowledge gaps.

import type { UnansweredQuestion } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { countLabel } from "../../lib/count-label";
import { formatNumber } from "../../lib/format-number";
import { formatAskedAt } from "./labels";

export const gapLabels = {
  about:
    "Questions without a matching answer in the last 90 days. Consider adding an intent for frequent ones.",
  community: "Community",
  allCommunities: "All communities",
  communityHint:
    "Choose a community to see answers that may conflict, and to add catalog questions.",
  unansweredLimit: "Shows the most frequent and recent ones.",
  noUnansweredHint: "The bot had an answer to every question so far.",
  closestAnswer: (question: string, confidence: string) =>
    `closest answer: “${question}”, ${confidence}`,
  noSimilarAnswer: "no similar answer",
  newIntentFor: (question: string) => `New intent: ${question}`,
  conflicts: "Conflicting answers",
  conflictsFailed: "Couldn't load conflicting answers.",
  noConflicts: (community: string) => `No conflicting answers found in ${community}.`,
  catalogQuestions: "Catalog questions",
  catalogQuestionsHint: (community: string) =>
    `Adds published questions that ${community} doesn't have yet. Each needs an answer.`,
} as const;

/** "Asked 4 times by 3 residents in 2 communities, last 2:36 AM". */
export function frequencyLabel(
  { timesAsked, residentCount, communityCount, lastAskedAt }: UnansweredQuestion,
  now: number,
) {
  const times = timesAsked === 1 ? "once" : `${formatNumber(timesAsked)} times`;
  const by = residentCount > 1 ? ` by ${countLabel(residentCount, "resident")}` : "";
  const where =
    communityCount > 1 ? ` in ${countLabel(communityCount, "community", "communities")}` : "";
  return `Asked ${times}${by}${where}, last ${formatAskedAt(lastAskedAt, now)}`;
}
