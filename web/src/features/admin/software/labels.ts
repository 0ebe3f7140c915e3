// Copy of software.

export const labels = {
  clientCredential: "Client credential",
  storedAs: (credentialName: string) => `Stored as ${credentialName}. A new one replaces it.`,
  noneStoredYet: "None stored yet. It will be named after the company's ID.",
  credential: "Credential",
  thisCompanysIntegrationToken:
    "This company's integration token. Encrypted, and never shown again.",
  credentialReplaced: "Credential replaced.",
  credentialStored: "Credential stored.",
  storeCredential: "Store credential",
  of15Minutes: "15 minutes",
  of1Hour: "1 hour",
  of8Hours: "8 hours",
  of1Day: "1 day",
  integrationToken: "Integration token",
  representsCompanySystemsTrustServer:
    "Represents your company to systems that trust this server. Each token is recorded in the audit trail.",
  issuer: "Issuer",
  issuerConfiguredServer: "An issuer configured on the server.",
  validFor: "Valid for",
  token: "Token",
  validUntil: (moment: string) => `Valid until ${moment}.`,
  issueToken: "Issue token",
  none: "None",
  communitiesNowMatchSoftware: (communitiesCount: number) =>
    `${communitiesCount} communities now match the software.`,
  moreThan: "More than ",
  added: "Added",
  changed: "Changed",
  removed: "Removed",
  sync: "Sync",
  associationSoftware: "Association software",
  syncNow: "Sync now",
  syncMatchesCommunitiesCode:
    "Sync matches communities by code. It adds new ones, updates changed ones and removes missing ones.",
  companysSoftwareDoesntSupportSync:
    "Your company's software doesn't support sync. Contact Parlor support to change it.",
  csv: "CSV",
  chooseACsvFile: "Choose a CSV file",
  columnsCodeNamePlusUnits:
    "Columns: code and name, plus units and time_zone if you have them. Up to 5,000 lines.",
  communitiesFromAFile: "Communities from a file",
  uploadCommunities: "Upload communities",
  communitiesUploaded: (kept: number) =>
    `${kept} communities uploaded. Nothing changes until you sync.`,
  upload: "Upload",
  chooseAFileFirst: "Choose a file first",
} as const;
