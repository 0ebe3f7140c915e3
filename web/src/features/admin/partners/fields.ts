import type { Partner } from "../../../gen/parlor/v1/partner_pb";

/** Default number of requests per minute. */
export const defaultRateLimit = 600;

export function initialValues(partner: Partner) {
  const { id, name, scopes, redirectUris, requestsPerMinute } = partner;
  return { id, name, scopes, redirectUris, requestsPerMinute };
}
