// Unanswered questions as the screens show them.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import type { UnansweredQuestion as UnansweredQuestionMessage } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { isSuggestable } from "../escalation-answer/suggestion";

/** A question that the bot could not answer. */
export type UnansweredQuestion = {
  /** ID of the most recent text. */
  id: string;
  /** Most typical utterance. */
  question: string;
  /** Other typical utterances. */
  otherUtterances: readonly string[];
  /** Number of other distinct texts. */
  otherCount: number;
  /** Number of times it was asked. */
  times: number;
  /** Number of residents who asked it. */
  residents: number;
  /** Time of the last text, in milliseconds since the epoch. */
  last: number;
  /** Most recent reply by staff. Empty if there is none. */
  reply: string;
  /** Entry of the knowledge base that it matches, if that entry has no answer or an expired one. */
  entry: { id: string; expired: boolean } | undefined;
};

/** Converts from the contract. */
export function toUnansweredQuestions(
  messages: readonly UnansweredQuestionMessage[],
): UnansweredQuestion[] {
  return messages.map(
    ({
      id,
      utterances,
      distinctTexts,
      timesAsked,
      residentCount,
      lastAskedAt,
      reply,
      closestAnswer,
    }) => {
      const [question = "", ...others] = utterances;
      const isMatch =
        closestAnswer &&
        isSuggestable(closestAnswer.confidence) &&
        closestAnswer.communityId !== "";
      return {
        id,
        question,
        otherUtterances: others,
        otherCount: Math.max(distinctTexts - 1, 0),
        times: timesAsked,
        residents: residentCount,
        last: lastAskedAt ? timestampMs(lastAskedAt) : 0,
        reply,
        entry:
          isMatch && (closestAnswer.isUnanswered || closestAnswer.isExpired)
            ? { id: closestAnswer.answerId, expired: closestAnswer.isExpired }
            : undefined,
      };
    },
  );
}
