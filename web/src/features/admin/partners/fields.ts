import type { Partner } from "../../../gen/parlor/v1/partner_pb";
import { labels } from "./labels";

/** Default number of requests per minute. */
export const defaultRateLimit = 600;

export function initialValues(partner: Partner) {
  const { id, name, scopes, redirectUris, requestsPerMinute } = partner;
  return { id, name, scopes, redirectUris, requestsPerMinute };
}

export const fieldHints = {
  scopes: labels.grantOnlyWhatNeeds,
  redirectUris: labels.whereUsersReturnAfterThey,
  requiredRedirectUris: labels.whereUsersReturnAfterThey2,
  isPublic: labels.mobileBrowserApps,
  rateLimit: labels.leaveBlankFor(defaultRateLimit),
};
