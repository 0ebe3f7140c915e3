// How a change of answers affects recent questions.

import type { ReplayQuestionsResponse } from "../../../gen/parlor/v1/replay_service_pb";
import { formatNumber } from "../../../lib/format-number";

/** How many of the recent questions would have another outcome. */
export function replaySummary({ asked, differenceCount }: ReplayQuestionsResponse): string {
  if (asked === 1) {
    return `The last question would get ${differenceCount === 1 ? "a different" : "the same"} answer.`;
  }
  if (differenceCount === 0)
    return `The last ${formatNumber(asked)} questions would get the same answers.`;
  return `Of the last ${formatNumber(asked)} questions, ${formatNumber(differenceCount)} would get a different answer.`;
}
