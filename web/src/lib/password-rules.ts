// Rules for passwords. The server and the app read the numbers and messages from the same file.

import rules from "../../../server/app/passwords/rules.json";

export { rules };

export type Reason = keyof typeof rules.reasons;

/** What others know about the owner of a password, and would try first. */
export type PasswordOwner = {
  email?: string;
  firstName?: string;
  lastName?: string;
  company?: string;
};

export function refusalWords(reason: Reason): string {
  return rules.weak + rules.reasons[reason];
}
