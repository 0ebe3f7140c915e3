// Copy of the credentials of partner systems.

export const labels = {
  credentials: "Credentials",
  credential: "Credential",
  purpose: "For",
  serverToServer: "Server-to-server",
  users: "Users, with OAuth",
  usersOfPublicClient: "Users, with OAuth (public client)",
  lastUsed: "Last used",
  neverUsed: "Never",
  active: "Active",
  revoked: "Revoked",
  noPartnersYet: "No partners yet",
  noPartnersHint:
    "Credentials let other systems access your company's data. You choose the permissions.",

  newCredential: "New credential",
  issueCredential: "Issue credential",
  saveCredential: "Save credential",
  /** Stands in for the credential's name in a notice. */
  unnamedCredential: "the credential",
  nameHint: "Users see this name when they allow access.",
  permissions: "Permissions",
  permissionsHint: "Grant only what it needs.",
  editPermissionsHint:
    "Removing a permission takes effect immediately. Keep at least one, or revoke the credential.",
  redirectUrls: "Redirect URLs",
  redirectUrlsHint:
    "Where users return after they allow access. Must match exactly and use https. Leave blank for server-to-server only.",
  requiredRedirectUrlsHint:
    "Where users return after they allow access. Must match exactly and use https; keep at least one.",
  publicClient: "Public client",
  publicClientHint:
    "For mobile and browser apps: they have no secret and log in with PKCE. You can't change this later.",
  requestsPerMinute: "Requests per minute",
  requestsPerMinuteHint: (defaultLimit: number) => `Leave blank for ${defaultLimit}.`,

  clientId: "Client ID",
  discoveryUrl: "Discovery URL",
  clientSecret: "Client secret",
  sendSecretTo: (partner: string) => `Send these to ${partner} through a private channel.`,
  sendPublicClientTo: (partner: string) =>
    `Send these to ${partner}. A public client has no secret.`,
  secretSaved: "Done, I saved it",
  done: "Done",

  replaceSecret: "Replace secret",
  replaceSecretTitle: (partner: string) => `Replace ${partner}'s secret?`,
  replaceSecretEffect:
    "The old secret stops working right away. Current tokens work until they expire.",

  revoke: "Revoke",
  revokeTitle: (partner: string) => `Revoke ${partner}?`,
  revokeEffect: "Its access ends within 5 seconds. This can't be undone.",
  confirmRevoke: "Revoke credential",
  partnerRevoked: (partner: string) => `Revoked ${partner}.`,
  revokedOn: (moment: string) => `Revoked on ${moment}. To restore access, issue a new credential.`,
} as const;
