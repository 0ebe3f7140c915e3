import type { ReplayQuestionsResponse } from "../../../gen/parlor/v1/replay_service_pb";

export const formatNumber = (count: number) => count.toLocaleString("en");

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
  sentTeamNoLonger: (before: string) => `Sent to your team, no longer “${before}”`,
  anotherAnswerTo: (after: string) => `Another answer to “${after}”`,
  andMore: (number: string) => `And ${number} more`,
  couldntLoadHowAffectsRecent: "Couldn't load how this affects recent questions.",
  tryAgain: "Try again",
  checkingHowAffectsResidentsRecent: "Checking how this affects residents' recent questions…",
  noRecentQuestionsAffected: "No recent questions are affected.",
  hide: "Hide",
  showWhich: "Show which",
} as const;
