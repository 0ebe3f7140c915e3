// How a change of answers affects recent questions.

import type { ReplayQuestionsResponse } from "../../../gen/parlor/v1/replay_service_pb";

const formatNumber = (count: number) => count.toLocaleString("en");

/** How many of the recent questions would have another outcome. */
export function replaySummary({ asked, differenceCount }: ReplayQuestionsResponse): string {
  if (asked === 1) {
    return `The last question would get ${differenceCount === 1 ? "a different" : "the same"} answer.`;
  }
  if (differenceCount === 0)
    return `The last ${formatNumber(asked)} questions would get the same answers.`;
  return `Of the last ${formatNumber(asked)} questions, ${formatNumber(differenceCount)} would get a different answer.`;
}

export const labels = {
  failed: "Couldn't load how this affects recent questions.",
  tryAgain: "Try again",
  checking: "Checking how this affects residents' recent questions…",
  nothingAffected: "No recent questions are affected.",
  reworded: (count: number) => `${formatNumber(count)} would get the new wording.`,
  showWhich: "Show which",
  hide: "Hide",
  escalated: (before: string) => `Sent to your team, no longer “${before}”`,
  answered: (after: string) => `“${after}”, no longer sent to your team`,
  otherAnswer: (after: string) => `Another answer to “${after}”`,
  otherQuestion: (before: string, after: string) => `“${after}”, no longer “${before}”`,
  more: (count: number) => `And ${formatNumber(count)} more`,
} as const;
