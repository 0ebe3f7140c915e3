// Copy of the connection to the association software, and of its last sync.

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
const accounts = (count: number) => counted(count, "account", "accounts");
const communities = (count: number) => counted(count, "community", "communities");

export const connectionLabels = {
  title: (software: string) => `${software} connection`,
  settings: "the connection",
  connected: "Connected",
  notConnected: "Not connected",
  notConnectedHint: (software: string) =>
    `Connect ${software} to sync communities, homeowner accounts and balances from it.`,
  notSyncedYet: "Not synced yet. After the first sync, Parlor syncs every night.",
  clientId: "Client ID",
  clientIdHint: "From the API key in Buildium's settings. The key only needs to view data.",
  clientSecret: "Client secret",
  savedSecretHint: "Saved. Enter it again to test or replace the key.",
  companyCode: "Company code",
  companyCodeHint: "From the API user that Vantaca created for you. It only needs to read data.",
  login: "Login",
  password: "Password",
  savedPasswordHint: "Saved. Enter it again to test or replace the login.",
  managementId: "Management ID",
  managementIdHint:
    "CINC's ID for your company. Next, you'll go to CINC and allow Parlor to read your data.",
  connect: (software: string) => `Connect ${software}`,
  reconnect: (software: string) => `Reconnect ${software}`,
  connecting: (software: string) => `Connecting ${software}…`,
  denied: (software: string) =>
    `${software} wasn't connected because access was denied. Connect it again and allow access.`,
  notConfigured: (software: string) =>
    `${software} isn't configured on this server. Contact Parlor support to set it up.`,
  saved: (software: string) => `Connected to ${software}. Sync when you're ready.`,
  disconnect: "Disconnect",
  disconnectTitle: (software: string) => `Disconnect ${software}?`,
  disconnectEffect: "Communities and accounts stay but won't be updated.",
  cancel: "Cancel",
  confirmDisconnect: (software: string) => `Disconnect ${software}`,
  disconnected: (software: string) => `${software} disconnected.`,

  syncingAccounts: (done: number, total: number) =>
    `Syncing accounts: ${done} of ${communities(total)} done.`,
  lastSynced: (dateTime: string) => `Last synced ${dateTime}.`,
  failed: (problem: string) => `Last sync failed. ${problem}`,
  partlyFailed: "Some communities' accounts couldn't be synced.",
  problems: "Not synced",
  added: "Accounts added",
  changed: "Accounts changed",
  removed: "Accounts removed",
  unchanged: "Accounts unchanged",
  skipped: "Accounts skipped",
  communityProblem: (community: string, problem: string) => `${community}: ${problem}`,
  communitySkipped: (community: string, count: number) =>
    `${community}: ${accounts(count)} skipped. Fix them in your software.`,
  rejectedAccount: (number: string, reason: string) => `Account ${number}: ${reason}`,
} as const;
