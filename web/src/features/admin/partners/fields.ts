import type { Partner } from "../../../gen/parlor/v1/partner_pb";

/** How many calls a minute, if nothing is said. */
export const defaultRateLimit = 600;

export function initialValues(partner: Partner) {
  const { id, name, scopes, redirectUris, requestsPerMinute } = partner;
  return { id, name, scopes, redirectUris, requestsPerMinute };
}

export const fieldHints = {
  scopes: "Grant only what it needs.",
  redirectUris:
    "Where people are sent back to after deciding, to the letter: https, or http on the machine itself. Without any, it is server-to-server only.",
  isPublic:
    "For an app that runs on people's own devices, such as a mobile or single-page app, and cannot keep a secret: it gets none, and signs people in with PKCE alone. Leave it off for anything that runs on a server, which then proves itself with its secret. You can't change this later.",
  pace: `Leave blank for ${defaultRateLimit}.`,
};
