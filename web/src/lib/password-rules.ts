// What a password must satisfy, in the server's own numbers and words: both sides read one file.

import rules from "../../../server/app/passwords/rules.json";

export { rules };

export type Reason = keyof typeof rules.reasons;

/** What others know of the person whose password it is, and would try first. */
export type PasswordOwner = {
  email?: string;
  firstName?: string;
  lastName?: string;
  company?: string;
};

export function refusalWords(reason: Reason): string {
  return rules.weak + rules.reasons[reason];
}
