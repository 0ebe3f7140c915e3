import type { ReplayQuestionsResponse } from "../../../gen/parlor/v1/replay_service_pb";

export const formatNumber = (count: number) => count.toLocaleString("en");

/** How many of the recent questions would have another outcome. */
export function replaySummary({ asked, differenceCount }: ReplayQuestionsResponse): string {
  if (asked === 1) {
    return `The last question would ${differenceCount === 1 ? "be answered otherwise" : "get no other answer"}.`;
  }
  if (differenceCount === 0)
    return `None of the last ${formatNumber(asked)} questions would get another answer.`;
  return `Of the last ${formatNumber(asked)} questions ${formatNumber(differenceCount)} would be answered otherwise.`;
}
