// Copy of the settings of the user's own company: its branding and its features.

import { Weekday } from "../../../gen/parlor/v1/company_pb";
import { formatNumber } from "../../../lib/format-number";

export const labels = {
  branding: "Branding",
  draftKept: "Not saved yet – draft kept on this computer",
  productName: "Product name",
  productNameHint: "The name your staff see. Leave blank for Parlor.",
  header: "Header",
  headerHint: "First line of emails to homeowners.",
  signature: "Signature",
  signatureHint:
    "Last line of notices to homeowners. Leave blank to sign with the staff member's first name and the company name.",

  officeHours: "Office hours",
  officeHoursHint: "In each community's own time zone.",
  openingTime: (day: string) => `${day} opening time`,
  to: "to",
  closingTime: (day: string) => `${day} closing time`,
  closed: "Closed",
  addHours: (day: string) => `Add hours on ${day}`,
  removeHours: (day: string) => `Remove these hours on ${day}`,
  timesMissing: (day: string) => `${day}: enter an opening and a closing time.`,
  closesTooEarly: (day: string) => `${day}: the closing time must be after the opening time.`,
  hoursOverlap: (day: string) => `${day}: these hours overlap. Change one of them.`,

  wordReplacements: "Default word replacements",
  wordReplacementsHint: "New communities start with these. Existing communities keep theirs.",
  originalWords: (position: number) => `Words to replace ${position}`,
  originalWordsPlaceholder: "Instead of",
  replacement: (position: number) => `Replacement ${position}`,
  replacementPlaceholder: "Say",
  addReplacement: "Add replacement",
  removeReplacement: (originalWords: string, position: number) =>
    `Remove ${originalWords || `pair ${position}`}`,

  blastApprovalLimit: "Text blast approval limit",
  blastApprovalLimitHint:
    "Blasts to more recipients than this need a second person's approval. 0 means never.",
  emailReplies: "Let the bot send email replies",
  emailRepliesHint: "When off, the bot drafts the reply and your staff send it.",
  saveBranding: "Save branding",
  brandingSaved: "Branding saved.",
  brandingSavedForNewMessages: "Branding saved. It applies to new messages.",

  planAndFeatures: "Plan and features",
  noFeatures: "No features enabled.",
  featuresHint: "Contact Parlor support to change these.",

  noCompany: "You don't belong to a company",
  noCompanyHint: "Contact Parlor support to be added to one.",
} as const;

export const weekdays: readonly { day: Weekday; name: string }[] = [
  { day: Weekday.MONDAY, name: "Monday" },
  { day: Weekday.TUESDAY, name: "Tuesday" },
  { day: Weekday.WEDNESDAY, name: "Wednesday" },
  { day: Weekday.THURSDAY, name: "Thursday" },
  { day: Weekday.FRIDAY, name: "Friday" },
  { day: Weekday.SATURDAY, name: "Saturday" },
  { day: Weekday.SUNDAY, name: "Sunday" },
];

/** What the switch for the bot's replies to emails changes, and in how many communities. */
export function emailRepliesText(sends: boolean, communityCount: number | undefined): string {
  const where = communityCount
    ? ` of ${formatNumber(communityCount)} ${communityCount === 1 ? "community" : "communities"}`
    : "";
  return sends
    ? `The bot now answers emails from residents${where}. Your staff no longer send its drafts.`
    : `The bot now only drafts replies to residents${where}. Your staff send them.`;
}
