// Copy of one conversation of the inbox: the reply, and the card of the person.

export const replyLabels = {
  by: "Reply by",
  channel: "Reply channel",
  toPhone: (phone: string) => `to ${phone}`,
  inThread: (subject: string) => `in “${subject}”`,
  newEmail: "starts a new email",
} as const;

export const personLabels = {
  person: "Person",
  about: (name: string) => `About ${name}`,
  conversation: "Conversation",
  contact: "Contact",
  optedOut: "Opted out",
  textsAllowed: "Texts allowed",
  openRequests: "Open requests",
  noRequests: "None",
  moreRequests: "Only the newest requests are shown.",
  balance: "Balance",
  inCollections: "In collections",
  otherConversations: "Other conversations",
  moreConversations: "Only the newest conversations are shown.",
  anonymous: "The visitor gave no email address, so there is nothing else to show.",
  unverified:
    "The visitor gave this email address, but it isn't verified. They may be someone else.",
} as const;

export const mergeLabels = {
  title: "Same person?",
  merge: "Merge",
  mergeWith: (name: string) => `Merge with ${name}`,
  merged: "Merged.",
  isMerged: "Your team merged this person with the account.",
  separate: "Separate",
  noName: "No name",
  unit: "same unit",
  name: "same name",
} as const;
