import type { Decision, Step } from "../../../gen/parlor/v1/conversation_pb";
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

const names: Record<string, string> = {
  received: "Received",
  reopened: "Reopened",
  community: "Community",
  conversation: "Conversation",
  training: "Training",
  ranked: "Ranked",
  replied: "Replied",
  escalated: "Escalated",
  held: "Left to staff",
};

export function stepName({ name }: Step): string {
  return names[name] ?? name;
}
