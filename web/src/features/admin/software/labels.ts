// Copy of the company's association software: sync, uploads and credentials.

const communities = (count: number) => (count === 1 ? "1 community" : `${count} communities`);

export const labels = {
  sync: "Sync",
  associationSoftware: "Association software",
  syncNow: "Sync now",
  syncHint:
    "Sync matches communities by code. It adds new ones, updates changed ones and removes missing ones.",
  syncUnsupported:
    "Your company's software doesn't support sync. Contact Parlor support to change it.",
  synced: (count: number, hasMore: boolean, hasRemoved: boolean) =>
    `${hasMore ? "More than " : ""}${communities(count)} now ${count === 1 ? "matches" : "match"} the software.${
      hasRemoved ? " Deleted communities can be restored for 30 days." : ""
    }`,
  added: "Added",
  changed: "Changed",
  removed: "Removed",

  uploadTitle: "Communities from a file",
  uploadForm: "Upload communities",
  csv: "CSV",
  chooseFile: "Choose a CSV file",
  fileHint: "Columns: code and name, plus units and time_zone if you have them. Up to 5,000 lines.",
  fileTooLarge: (fileName: string) =>
    `${fileName} is larger than 1 MB. Remove columns you don't need.`,
  chosenFile: (fileName: string, count: number) => `${fileName}: ${communities(count)}`,
  upload: "Upload",
  uploaded: (count: number) => `${communities(count)} uploaded. Nothing changes until you sync.`,

  clientCredential: "Client credential",
  storedAs: (credentialName: string) => `Stored as ${credentialName}. A new one replaces it.`,
  noneStoredYet: "None stored yet. It will be named after the company's ID.",
  credential: "Credential",
  credentialHint: "This company's integration token. Encrypted, and never shown again.",
  storeCredential: "Store credential",
  credentialStored: "Credential stored.",
  credentialReplaced: "Credential replaced.",

  integrationToken: "Integration token",
  integrationTokenHint:
    "Represents your company to systems that trust this server. Each token is recorded in the audit trail.",
  issuer: "Issuer",
  issuerHint: "Must be one of the issuers configured on the server.",
  validFor: "Valid for",
  issueToken: "Issue token",
  token: "Token",
  validUntil: (moment: string) => `Valid until ${moment}.`,
} as const;

/** Lifetimes of an integration token, in seconds. */
export const tokenLifetimes = [
  { value: "900", label: "15 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "28800", label: "8 hours" },
  { value: "86400", label: "1 day" },
];
