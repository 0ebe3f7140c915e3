import type { Decision } from "../../../gen/parlor/v1/conversation_pb";
import { percent } from "../../../lib/sure";

/** "0.8 s"; what is shorter than a tenth is said in milliseconds. */
export function seconds(milliseconds: bigint): string {
  const ms = Number(milliseconds);
  return ms < 100 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

export function nextBest({ nextQuestion, nextConfidence }: Decision): string {
  return nextQuestion && nextConfidence > 0
    ? `${nextQuestion} (${percent(nextConfidence)})`
    : "Nothing else came close";
}
