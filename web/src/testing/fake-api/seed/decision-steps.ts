// The steps that the server records for a text, to explain the bot's decision to staff.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { type Step, StepKind, StepSchema } from "../../../gen/parlor/v1/conversation_pb";
import type { Match } from "./decisions";

export function step(kind: StepKind, reason: string, at: number): Step {
  return create(StepSchema, { kind, reason, at: timestampFromMs(at) });
}

function answerLabel({ answer, confidence }: Match): string {
  return `"${answer.question}" (${Math.round(confidence * 100)}% confidence)`;
}

function rankingLabel([best, next]: readonly Match[]): string {
  if (!best) return "No answer of this community is similar to it.";
  return `Closest answer: ${answerLabel(best)}${next ? `, then ${answerLabel(next)}` : ""}.`;
}

function outcomeLabel(best: Match | undefined, answered: boolean, training: boolean): string {
  if (!best) return "No matching answer; sent to your team.";
  if (answered) return `Replied with the answer to ${answerLabel(best)}.`;
  if (training)
    return `Training mode is on, so the answer to ${answerLabel(best)} waits for your team.`;
  return `The closest answer, ${answerLabel(best)}, is below the confidence needed; sent to your team.`;
}

/** Steps at times relative to when the text was stored. */
export function decidedSteps(
  { number, label, isTraining }: TextCommunity,
  matches: readonly Match[],
  answered: boolean,
  at: number,
): Step[] {
  const steps = [
    step(StepKind.COMMUNITY_FOUND, `${number} is the number of ${label}.`, at),
    step(StepKind.CONVERSATION_STATE, "The bot is handling this conversation.", at),
  ];
  if (isTraining) {
    steps.push(
      step(StepKind.TRAINING_MODE, "Training mode is on: the bot drafts, and your team sends.", at),
    );
  }
  steps.push(step(StepKind.ANSWERS_RANKED, rankingLabel(matches), at));
  const last = answered ? StepKind.REPLIED : StepKind.ESCALATED;
  steps.push(step(last, outcomeLabel(matches[0], answered, isTraining), at));
  return steps;
}
