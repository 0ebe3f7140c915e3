// The authorization request of an application, from the URL.

const paramNames = {
  responseType: "response_type",
  clientId: "client_id",
  redirectUri: "redirect_uri",
  scope: "scope",
  state: "state",
  codeChallenge: "code_challenge",
  codeChallengeMethod: "code_challenge_method",
} as const;

export type AuthorizationRequest = Record<keyof typeof paramNames, string>;

/** Parses the request. Returns undefined for a repeated parameter, which is invalid (RFC 6749, 3.1). */
export function parseRequest(search: string): AuthorizationRequest | undefined {
  const given = new URLSearchParams(search);
  const entries = Object.entries(paramNames);
  if (entries.some(([, name]) => given.getAll(name).length > 1)) return undefined;
  const values = entries.map(([field, name]) => [field, given.get(name) ?? ""]);
  return Object.fromEntries(values) as AuthorizationRequest;
}

/** Returns whether an address uses http or https. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
