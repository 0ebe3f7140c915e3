import type { ReplayQuestionsResponse } from "../../../gen/parlor/v1/replay_service_pb";

export const number = (count: number) => count.toLocaleString("en");

/** How many of the last questions would turn out otherwise. */
export function summary({ asked, flipped }: ReplayQuestionsResponse): string {
  if (asked === 1) {
    return `The last question would ${flipped === 1 ? "be answered otherwise" : "get no other answer"}.`;
  }
  if (flipped === 0) return `None of the last ${number(asked)} questions would get another answer.`;
  return `Of the last ${number(asked)} questions ${number(flipped)} would be answered otherwise.`;
}
