// What the server notes on a text, for staff to see why.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { Answer } from "../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../gen/parlor/v1/community_pb";
import { type Step, StepSchema } from "../gen/parlor/v1/conversation_pb";

export type Match = { answer: Answer; confidence: number };

export function step(name: string, reason: string, at: number): Step {
  return create(StepSchema, { name, reason, at: timestampFromMs(at) });
}

function named({ answer, confidence }: Match): string {
  return `"${answer.question}" (${Math.round(confidence * 100)} % sure)`;
}

function ranking([best, next]: readonly Match[]): string {
  if (!best) return "No answer of this community has anything in common with it.";
  return `Nearest: ${named(best)}${next ? `, then ${named(next)}` : ""}.`;
}

function outcome(best: Match | undefined, answered: boolean, training: boolean): string {
  if (!best) return "Nothing that this community knows comes near; staff answer.";
  if (answered) return `Replied with the answer to ${named(best)}.`;
  if (training) return `Training is on, so the answer to ${named(best)} waits for staff.`;
  return `The nearest answer, ${named(best)}, is not near enough; staff answer.`;
}

/** From the moment that it was stored. */
export function decidedSteps(
  { number, label, isTraining }: TextCommunity,
  matches: readonly Match[],
  answered: boolean,
  at: number,
): Step[] {
  const steps = [
    step("community", `${number} is the number of ${label}.`, at),
    step("conversation", "The bot is at this conversation.", at),
  ];
  if (isTraining) {
    steps.push(step("training", "Training is on: the bot drafts and staff send.", at));
  }
  steps.push(step("ranked", ranking(matches), at));
  const last = answered ? "replied" : "escalated";
  steps.push(step(last, outcome(matches[0], answered, isTraining), at));
  return steps;
}
