// Copy of the company's connection to Chatwoot.

export const labels = {
  settings: "the Chatwoot settings",
  on: "On",
  off: "Off",
  notWorking: "Not working",
  failing: (problem: string) => `${problem} Parlor keeps trying for three days.`,
  offHint:
    "Off. After you connect it, each new text also appears in a Chatwoot inbox, and agents can reply there.",
  lastTextCopied: (dateTime: string) => `Last text copied ${dateTime}.`,
  noTextsCopiedYet: "Connected. No texts copied yet.",
  address: "Address",
  accountId: "Account ID",
  accountIdHint: "The number in the address of Chatwoot's pages, after “accounts”.",
  inboxId: "Inbox ID",
  inboxIdHint:
    "The last number in the URL of the inbox's settings. The inbox needs an API channel.",
  apiAccessToken: "API access token",
  webhookSecret: "Webhook secret",
  storedSecretHint: "Saved. Leave blank to keep it.",
  webhookUrl: "Webhook URL",
  webhookUrlHint: "Enter this URL in the inbox's settings in Chatwoot.",
  saved: "Connected to Chatwoot. Settings saved.",
  disconnect: "Disconnect",
  disconnectTitle: "Disconnect Chatwoot?",
  disconnectEffect:
    "Texts are no longer copied, and agents can't reply from Chatwoot. Existing texts stay there.",
  cancel: "Cancel",
  confirmDisconnect: "Disconnect Chatwoot",
  disconnected: "Chatwoot disconnected.",
} as const;
