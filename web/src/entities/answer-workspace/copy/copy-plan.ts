// What a copy of answers would do to another community, without a screen.

import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { countsLabel } from "../../answer/answer-changes";

/** An answer that goes to another community, and what stands there for the same question. */
export type CopyStep = { communityId: string; mine: Answer; theirs: Answer | undefined };

export type CopyPlan = {
  communityId: string;
  /** Questions that it has no answer to. */
  fresh: CopyStep[];
  /** Questions that it answers in other words. */
  differing: CopyStep[];
  /** How many it has already, word for word. */
  same: number;
};

/** As the server tells questions apart: in any case. */
function normalizeQuestion({ question }: Answer): string {
  return question.trim().toLowerCase();
}

function isSameContent(one: Answer, other: Answer): boolean {
  return (
    one.answer === other.answer && one.category === other.category && one.source === other.source
  );
}

/** What copying would do in a community that has these answers. */
export function createCopyPlan(
  communityId: string,
  mine: readonly Answer[],
  theirs: readonly Answer[],
): CopyPlan {
  const known = new Map(theirs.map((answer) => [normalizeQuestion(answer), answer]));
  const plan: CopyPlan = { communityId, fresh: [], differing: [], same: 0 };
  for (const answer of mine) {
    if (!answer.answer) continue;
    const other = known.get(normalizeQuestion(answer));
    const step = { communityId, mine: answer, theirs: other };
    // What waits for an answer there gets one.
    if (!other?.answer) plan.fresh.push(step);
    else if (isSameContent(answer, other)) plan.same += 1;
    else plan.differing.push(step);
  }
  return plan;
}

/** Everything that is to be done, those with another answer left out unless they give way. */
export function toSteps(plans: readonly CopyPlan[], replace: boolean): CopyStep[] {
  return plans.flatMap(({ fresh, differing }) => (replace ? [...fresh, ...differing] : fresh));
}

/** "3 new, 1 differs, 2 already there". */
export function planLabel({ fresh, differing, same }: CopyPlan): string {
  return countsLabel({ fresh: fresh.length, differing: differing.length, same });
}
