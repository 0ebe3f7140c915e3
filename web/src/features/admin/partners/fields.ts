import type { Partner } from "../../../gen/parlor/v1/partner_pb";

/** Default number of requests per minute. */
export const defaultRateLimit = 600;

export function initialValues(partner: Partner) {
  const { id, name, scopes, redirectUris, requestsPerMinute } = partner;
  return { id, name, scopes, redirectUris, requestsPerMinute };
}

export const fieldHints = {
  scopes: "Grant only what it needs.",
  redirectUris:
    "Where users return after they allow access. Must match exactly and use https. Leave blank for server-to-server only.",
  requiredRedirectUris:
    "Where users return after they allow access. Must match exactly and use https; keep at least one.",
  isPublic:
    "For mobile and browser apps: they have no secret and sign in with PKCE. You can't change this later.",
  rateLimit: `Leave blank for ${defaultRateLimit}.`,
};
