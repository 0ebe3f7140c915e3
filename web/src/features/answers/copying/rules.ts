// What a copy of answers would do to another community, without a screen.

import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { sumWords } from "../changes";

/** An answer that goes to another community, and what stands there for the same question. */
export type Step = { communityId: string; mine: Answer; theirs: Answer | undefined };

export type Plan = {
  communityId: string;
  /** Questions that it has no answer to. */
  fresh: Step[];
  /** Questions that it answers in other words. */
  differing: Step[];
  /** How many it has already, word for word. */
  same: number;
};

/** As the server tells questions apart: in any case. */
function asQuestion({ question }: Answer): string {
  return question.trim().toLowerCase();
}

function isSame(one: Answer, other: Answer): boolean {
  return one.answer === other.answer && one.topic === other.topic && one.source === other.source;
}

/** What copying would do in a community that has these answers. */
export function planFor(
  communityId: string,
  mine: readonly Answer[],
  theirs: readonly Answer[],
): Plan {
  const known = new Map(theirs.map((answer) => [asQuestion(answer), answer]));
  const plan: Plan = { communityId, fresh: [], differing: [], same: 0 };
  for (const answer of mine) {
    if (!answer.answer) continue;
    const other = known.get(asQuestion(answer));
    const step = { communityId, mine: answer, theirs: other };
    // What waits for an answer there gets one.
    if (!other?.answer) plan.fresh.push(step);
    else if (isSame(answer, other)) plan.same += 1;
    else plan.differing.push(step);
  }
  return plan;
}

/** Everything that is to be done, those with another answer left out unless they give way. */
export function stepsOf(plans: readonly Plan[], replace: boolean): Step[] {
  return plans.flatMap(({ fresh, differing }) => (replace ? [...fresh, ...differing] : fresh));
}

/** "3 new, 1 differs, 2 already there". */
export function planWords({ fresh, differing, same }: Plan): string {
  return sumWords({ fresh: fresh.length, differing: differing.length, same });
}
