// Feedback on a password while it is typed. The server decides whether it is accepted, with the
// same rules and messages.

import type { Estimate } from "./password-estimate";
import { refusalWords, rules } from "./password-rules";

export type Strength = { level: 0 | 1 | 2 | 3 | 4; words: string };

export function isLongEnough(password: string): boolean {
  return [...password].length >= rules.minLength;
}

/** `estimate` is unset until the estimator has loaded. */
export function passwordStrength(password: string, estimate?: Estimate): Strength {
  const length = [...password].length;
  if (length === 0) return { level: 0, words: `Use ${rules.minLength} characters or more.` };
  if (!isLongEnough(password)) {
    const more = rules.minLength - length;
    return { level: 1, words: `${more} more ${more === 1 ? "character" : "characters"} needed.` };
  }
  if (length > rules.maxLength) return { level: 1, words: rules.tooLong };
  if (!estimate) return { level: 0, words: "" };
  if (estimate.reason) {
    return { level: estimate.score < 2 ? 1 : 2, words: refusalWords(estimate.reason) };
  }
  return estimate.score < 4 ? { level: 3, words: "Good." } : { level: 4, words: "Strong." };
}
