// Copy of chatwoot.

export const labels = {
  chatwootDisconnected: "Chatwoot disconnected.",
  disconnectChatwoot: "Disconnect Chatwoot?",
  cancel: "Cancel",
  disconnectChatwootText: "Disconnect Chatwoot",
  textsNoLongerCopiedAgents:
    "Texts are no longer copied, and agents can't reply from Chatwoot. Existing texts stay there.",
  on: "On",
  notWorking: "Not working",
  off: "Off",
  parlorKeepsTryingThreeDays: (problem: string) => `${problem} Parlor keeps trying for three days.`,
  offAfterConnectEachNew:
    "Off. After you connect it, each new text also appears in a Chatwoot inbox, and agents can reply there.",
  lastTextCopied: (dateTime: string) => `Last text copied ${dateTime}.`,
  connectedNoTextsCopiedYet: "Connected. No texts copied yet.",
  chatwootAnsweredSettingsSaved: "Chatwoot answered. Settings saved.",
  savedLeaveBlankKeep: "Saved. Leave blank to keep it.",
  encryptedNeverShownAgain: "Encrypted, and never shown again.",
  chatwoot: "Chatwoot",
  address: "Address",
  accountId: "Account ID",
  numberAddressChatwootsPagesAfter:
    "The number in the address of Chatwoot's pages, after “accounts”.",
  inboxId: "Inbox ID",
  inboxApiChannel: "An inbox with an API channel: the last number in the address of its settings.",
  apiAccessToken: "API access token",
  webhookSecret: "Webhook secret",
  webhookUrl: "Webhook URL",
  enterUrlInboxsSettingsChatwoot: "Enter this URL in the inbox's settings in Chatwoot.",
  disconnect: "Disconnect",
  testAndSave: "Test and save",
} as const;
