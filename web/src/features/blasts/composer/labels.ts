// Copy of the composer: choosing recipients and writing the message.

import { HomeownerKind } from "../../../gen/parlor/v1/homeowner_kind_pb";
import { countLabel } from "../../../lib/count-label";
import { formatNumber } from "../../../lib/format-number";

/** Copy around the steps. */
export const labels = {
  untitled: "Untitled blast",
  steps: "Steps",
  more: "More",
  deleteDraft: "Delete draft",
  rejected: "Rejected:",
  continueTo: (step: string) => `Continue to ${step.toLowerCase()}`,
  chooseTime: "Choose a time",
  saving: "Saving…",
  unsaved: "Unsaved changes",
  saved: "Draft saved",
  tryAgain: "Try again",
  draftConflict: "Someone else changed this draft.",
  conflictHint: "Keep your version, or load theirs. The other version will be lost.",
  keepMine: "Keep mine",
  loadTheirs: "Load theirs",
} as const;

/** Copy of the step that chooses recipients. */
export const recipientsLabels = {
  source: "Choose recipients by",
  communitiesAndFilters: "Communities and filters",
  filters: "Filters",
  matching: "Matching accounts",
  countFailed: (title: string, text: string) => `Couldn't count the accounts. ${title} ${text}`,
  nobodyMatches: "No one matches. Remove a filter or add a community.",
  matchingHint: "Each phone gets the text once. Review shows who is left out, and why.",
  listHint: "The list stays the same. Review shows who is left out, and why.",
} as const;

/** Hints about what to select before recipients can be counted. */
export const matchHints = {
  filter: "Choose a community to see how many people match.",
  saved: "Choose a saved audience or list to see how many people match.",
};

/** "312 accounts, 298 phone numbers". */
export function matchLabel(accounts: number, phones: number): string {
  return `${countLabel(accounts, "account")}, ${countLabel(phones, "phone number")}`;
}

/** Copy of the filters of an audience. */
export const filterLabels = {
  kinds: "Homeowner type",
  buildings: "Buildings",
  tags: "Tags",
  languages: "Languages",
  firstValues: (count: number) => `Only the first ${count} are listed.`,
  unitFrom: "From unit",
  unitTo: "To unit",
  balance: "Minimum balance owed ($)",
  balanceHint: "Leaves out accounts without a known balance.",
  balanceInvalid: "Enter an amount such as 250 or 99.50.",
} as const;

export const kindOptions = [
  { value: String(HomeownerKind.OWNER), label: "Owners" },
  { value: String(HomeownerKind.TENANT), label: "Tenants" },
  { value: String(HomeownerKind.BOARD_MEMBER), label: "Board members" },
];

/** Copy of saved audiences. */
export const savedAudienceLabels = {
  title: "Saved audiences",
  heading: "Saved audiences and lists",
  loadFailed: "Couldn't load saved audiences",
  none: "No saved audiences",
  noneHint:
    "Choose communities and filters, then click “Save as audience”. Or make a list of phone numbers.",
  inUse: "Used by this blast",
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  undeletable: "This blast uses it",
  saveAs: "Save as audience",
  saveTitle: "Save audience",
  nameHint: "Saves the communities and filters. Who matches can change from day to day.",
  savedHint: "Find it under Saved audience.",
} as const;

/** Copy of the step that edits the message. */
export const messageStepLabels = {
  text: "Text",
  textHint: "Name your community, so people know who is writing.",
  insert: "Insert",
  linkNotice: (count: number) =>
    `${count === 1 ? "This link is" : "These links are"} long. Short links cost less, and you see how many people open them.`,
  shortenLinks: (count: number) => (count === 1 ? "Shorten link" : "Shorten links"),
  charactersUsed: (used: number, capacity: number) =>
    `${formatNumber(used)} of ${formatNumber(capacity)} characters`,
  lengthHint: "Before names are filled in; Review has the exact count.",
  costlyCharacters: (count: number) =>
    `${count === 1 ? "1 special character makes" : `${count} special characters make`} this text cost more:`,
  withoutCostly: (count: number, segments: number) =>
    `Without ${count === 1 ? "it" : "them"}: ${countLabel(segments, "segment")}.`,
} as const;
