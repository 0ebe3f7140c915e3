// Titles in the menu of the administration. The command palette shows them too.

export const groupLabels = {
  people: "People",
  communities: "Communities",
  messaging: "Messaging",
  integrations: "Integrations",
  system: "System",
} as const;

export const sectionLabels = {
  users: "Users",
  communities: "Communities",
  requests: "Requests",
  company: "Company settings",
  sms: "Texting",
  email: "Email",
  outbox: "Outbox",
  software: "Software",
  chatwoot: "Chatwoot",
  partners: "Partners",
  companies: "Companies",
  audit: "Audit trail",
  jobs: "Failed jobs",
} as const;
