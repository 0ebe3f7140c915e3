import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { Direction } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { sortAnswers } from "../answer/answer-rules";
import { toOutcome } from "./outcome";

/** Returns whether a sample has at least four words. */
function isSentence(sample: string): boolean {
  return sample.split(/\s+/).length >= 4;
}

/** A few questions that residents often ask, in their words, one for each category. */
export function sampleQuestions(answers: readonly Answer[], count: number): string[] {
  const categories = new Set<string>();
  const result: string[] = [];
  for (const answer of sortAnswers(answers, "used")) {
    if (result.length === count) break;
    if (categories.has(answer.category)) continue;
    categories.add(answer.category);
    result.push(answer.samples.find(isSentence) ?? answer.question);
  }
  return result;
}

/** Returns the text that is explained: the chosen one, or the newest one with an outcome. */
export function selectExplained(messages: readonly TestPhoneMessage[], chosen: string | undefined) {
  // Replies may carry the decision too; only inbound texts have an outcome.
  const done = messages.filter(
    (message) => message.direction === Direction.INBOUND && toOutcome(message),
  );
  return done.find((message) => message.id === chosen) ?? done.at(-1);
}
