// Copy of the sheet of homeowner accounts, and the formats of its fields.

import { kindLabel } from "../../entities/homeowner/kind";
import type {
  HomeownerAccount,
  HomeownerAccountDifference,
} from "../../gen/parlor/v1/homeowner_service_pb";
import { countLabel } from "../../lib/count-label";
import { formatDay } from "../../lib/format-date";
import { formatNumber } from "../../lib/format-number";
import { formatPhone } from "../../lib/names";

export const labels = {
  about: "The bot uses these to identify residents and answer balance questions.",
  importAccounts: "Import accounts",
  newAccount: "New account",
  allAccounts: "All accounts",
  account: (number: string) => `Account ${number}`,
  accounts: (count: number) => countLabel(count, "account"),
  import: "Import",
  add: "Add",
  cancel: "Cancel",
  search: "Search accounts",
  searchHint: "Search by unit, name, phone or email",
  loadFailed: "Couldn't load accounts",
  none: "No accounts yet",
  noneToImport:
    "Import accounts from your accounting software, or add one. Until then, your team answers balance questions.",
  noneToAdd:
    "Add an account, or ask an administrator to import them. Until then, your team answers balance questions.",
  noMatches: "No matching accounts",
  noMatchesHint: "Try a shorter search, such as a unit.",
  showMore: "Show more",
  remove: (account: string) => `Remove ${account}`,
  removed: "Account removed.",
} as const;

export const factLabels = {
  account: "Account",
  phones: "Phones",
  email: "Email",
  none: "None",
  balance: "Balance",
  place: "Building and homeowner type",
  inCollections: "In collections",
  noTextBlasts: "No text blasts",
} as const;

export const formLabels = {
  number: "Account number",
  unit: "Unit",
  unitHint: "Use the format residents use. The bot may ask for it.",
  name: "Name",
  phones: "Phone numbers",
  phonesHint: "One per line. The bot uses them to identify the homeowner.",
  emailHint: "Used to send verification codes.",
  balance: "Balance in dollars",
  balanceHint: "Amount owed. Use a minus sign for a credit, or leave blank if unknown.",
  balanceInvalid: "Enter an amount such as 1,234.56.",
  balanceOn: "As of",
  balanceOnHint: "Leave blank for today.",
  inCollections: "In collections – the bot sends the collections message instead of the balance",
  building: "Building",
  homeownerType: "Homeowner type",
  language: "Language",
  english: "English",
  tags: "Tags",
  tagsHint: "Such as garage, pool or storage. Press Enter after each.",
  doNotText: "Leave out of text blasts",
  save: "Save",
  saved: "Account saved.",
  added: "Account added.",
} as const;

export const importLabels = {
  columns:
    "account, unit, name, phone, email, balance, balance date, collections, building, kind, language, tags, do not text and text consent. Only account is required.",
  removeOthers: "Remove accounts that aren't in the file",
  counts: (added: number, changed: number, removed: number) =>
    `${added} new, ${changed} changed, ${removed} removed.`,
  unchanged: (count: number) =>
    `${countLabel(count, "account")} ${count === 1 ? "doesn't change." : "don't change."}`,
  skipped: (count: number) => `${countLabel(count, "line")} ${count === 1 ? "is" : "are"} skipped.`,
  apply: (count: number) => `Apply to ${countLabel(count, "account")}`,
  imported: (count: number, file: string) =>
    `Imported ${countLabel(count, "account")} from ${file}.`,
  changes: "Changes",
  new: "New",
  removed: "Removed",
  firstChanges: (count: number) => `Showing the first ${count} changes.`,
} as const;

/** Formats cents as dollars, such as 1,234.56. */
export function formatAmount(cents: number): string {
  return formatNumber(cents / 100, { minimumFractionDigits: 2 });
}

/** Returns the balance with its date. */
export function balanceLabel({ balanceCents, balanceOn }: HomeownerAccount): string {
  if (balanceCents === undefined) return "Unknown";
  const sum = `$${formatAmount(Math.abs(balanceCents))}${balanceCents < 0 ? " credit" : ""}`;
  return balanceOn ? `${sum} as of ${formatDay(balanceOn)}` : sum;
}

export function accountName({ unit, number }: HomeownerAccount): string {
  return unit ? `Unit ${unit}` : labels.account(number);
}

const fieldLabels: [string, (account: HomeownerAccount) => string][] = [
  [formLabels.unit, ({ unit }) => unit],
  [formLabels.name, ({ name }) => name],
  [formLabels.phones, ({ phones }) => phones.map(formatPhone).join(", ")],
  [factLabels.email, ({ email }) => email],
  [factLabels.balance, balanceLabel],
  [factLabels.inCollections, ({ inCollections }) => (inCollections ? "yes" : "no")],
  [formLabels.building, ({ building }) => building],
  [formLabels.homeownerType, ({ kind }) => kindLabel(kind)],
  [formLabels.language, ({ language }) => language],
  [formLabels.tags, ({ tags }) => tags.join(", ")],
  ["Left out of text blasts", ({ doNotText }) => (doNotText ? "yes" : "no")],
];

/** Lists the changes of an account by an import; the values of a new account. */
export function differenceLines({ before, after }: HomeownerAccountDifference): string[] {
  if (!after) return [];
  if (!before) {
    const { name, phones, email } = after;
    const values = [name, ...phones.map(formatPhone), email];
    if (after.balanceCents !== undefined) values.push(balanceLabel(after));
    const line = values.filter((one) => one !== "").join(" · ");
    return line === "" ? [] : [line];
  }
  return fieldLabels
    .filter(([, of]) => of(before) !== of(after))
    .map(([what, of]) => `${what}: ${of(before) || "none"} → ${of(after) || "none"}`);
}
