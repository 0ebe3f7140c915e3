import type { Partner } from "../../../gen/parlor/v1/partner_pb";

/** How many calls a minute, if nothing is said. */
export const usualPace = 600;

export function startOf(partner: Partner) {
  const { id, name, scopes, redirectUris, requestsPerMinute } = partner;
  return { id, name, scopes, redirectUris, requestsPerMinute };
}

export const hints = {
  scopes: "Give it no more than it needs.",
  redirectUris:
    "Where people are sent back to after deciding, to the letter: https, or http on the machine itself. Without any, it is for machines alone.",
  pace: `Empty is ${usualPace}.`,
};
