// Copy of partners.

export const labels = {
  revokedOn: (moment: string) => `Revoked on ${moment}. To restore access, issue a new credential.`,
  discardChanges: "Discard changes",
  saveCredential: "Save credential",
  name: "Name",
  permissions: "Permissions",
  removingPermissionTakesEffectImmediately:
    "Removing a permission takes effect immediately. Keep at least one, or revoke the credential.",
  redirectUrls: "Redirect URLs",
  requestsPerMinute: "Requests per minute",
  grantOnlyWhatNeeds: "Grant only what it needs.",
  whereUsersReturnAfterThey:
    "Where users return after they allow access. Must match exactly and use https. Leave blank for server-to-server only.",
  whereUsersReturnAfterThey2:
    "Where users return after they allow access. Must match exactly and use https; keep at least one.",
  mobileBrowserApps:
    "For mobile and browser apps: they have no secret and sign in with PKCE. You can't change this later.",
  leaveBlankFor: (defaultRateLimit: number) => `Leave blank for ${defaultRateLimit}.`,
  doneISavedIt: "Done, I saved it",
  done: "Done",
  newCredential: "New credential",
  issueCredential: "Issue credential",
  usersSeeNameWhenThey: "Users see this name when they allow access.",
  publicClient: "Public client",
  revoked: (name: string) => `Revoked ${name}.`,
  revoke: (name: string) => `Revoke ${name}?`,
  revokeCredential: "Revoke credential",
  accessEndsWithin5Seconds: "Its access ends within 5 seconds. This can't be undone.",
  replaceSSecret: (name: string) => `Replace ${name}'s secret?`,
  replaceSecret: "Replace secret",
  oldSecretStopsWorkingRight:
    "The old secret stops working right away. Current tokens work until they expire.",
  sendTheseThroughPrivateChannel: (name: string) =>
    `Send these to ${name} through a private channel.`,
  sendTheseTo: (name: string) => `Send these to ${name}. A public client has no secret.`,
  clientId: "Client ID",
  discoveryUrl: "Discovery URL",
  wellKnownOauthAuthorizationServer: (origin: string) =>
    `${origin}/.well-known/oauth-authorization-server`,
  clientSecret: "Client secret",
  actionsFor: (name: string) => `Actions for ${name}`,
  moreActionsFor: (name: string) => `More actions for ${name}`,
  edit: "Edit",
  revokeLabel: "Revoke",
  credential: "Credential",
  for: "For",
  usersOauthPublicClient: "Users, with OAuth (public client)",
  usersWithOauth: "Users, with OAuth",
  lastUsed: "Last used",
  never: "Never",
  status: "Status",
  revokedText: "Revoked",
  active: "Active",
  actions: "Actions",
  partners: "Partners",
  credentials: "Credentials",
  noPartnersYet: "No partners yet",
  credentialsLetOtherSystemsAccess:
    "Credentials let other systems access your company's data. You choose the permissions.",
} as const;
