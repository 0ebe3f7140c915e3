// What an application asks, from the address.

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

/** Nothing if something is said twice: nobody can tell which of them is meant (RFC 6749, 3.1). */
export function parseRequest(search: string): AuthorizationRequest | undefined {
  const given = new URLSearchParams(search);
  const entries = Object.entries(paramNames);
  if (entries.some(([, name]) => given.getAll(name).length > 1)) return undefined;
  const values = entries.map(([field, name]) => [field, given.get(name) ?? ""]);
  return Object.fromEntries(values) as AuthorizationRequest;
}

/** Where the server sends the browser; never anything but a page. */
export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
