// Plans what copying answers changes in another community. Independent of the screen.

import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { countsLabel } from "../../answer/answer-changes";

/** An answer to copy, and the target's answer to the same question. */
export type CopyStep = { communityId: string; mine: Answer; theirs: Answer | undefined };

export type CopyPlan = {
  communityId: string;
  /** Questions that the community has no answer to. */
  added: CopyStep[];
  /** Questions that the community answers differently. */
  differing: CopyStep[];
  /** Number of answers that the community already has unchanged. */
  same: number;
};

/** Compares questions like the server: case-insensitively. */
function normalizeQuestion({ question }: Answer): string {
  return question.trim().toLowerCase();
}

function isSameContent(one: Answer, other: Answer): boolean {
  return (
    one.answer === other.answer && one.category === other.category && one.source === other.source
  );
}

/** Plans a copy to a community with the given answers. */
export function createCopyPlan(
  communityId: string,
  mine: readonly Answer[],
  theirs: readonly Answer[],
): CopyPlan {
  const theirsByQuestion = new Map(theirs.map((answer) => [normalizeQuestion(answer), answer]));
  const plan: CopyPlan = { communityId, added: [], differing: [], same: 0 };
  for (const answer of mine) {
    if (!answer.answer) continue;
    const other = theirsByQuestion.get(normalizeQuestion(answer));
    const step = { communityId, mine: answer, theirs: other };
    // A question without an answer gets one.
    if (!other?.answer) plan.added.push(step);
    else if (isSameContent(answer, other)) plan.same += 1;
    else plan.differing.push(step);
  }
  return plan;
}

/** Returns all steps. Different answers are skipped unless `replace` is set. */
export function toSteps(plans: readonly CopyPlan[], replace: boolean): CopyStep[] {
  return plans.flatMap(({ added, differing }) => (replace ? [...added, ...differing] : added));
}

/** "3 new, 1 differs, 2 already there". */
export function planLabel({ added, differing, same }: CopyPlan): string {
  return countsLabel({ added: added.length, differing: differing.length, same });
}
