// Labels and parsing of homeowner accounts.

import { kindLabel } from "../../entities/homeowner/kind";
import type {
  HomeownerAccount,
  HomeownerAccountDifference,
} from "../../gen/parlor/v1/homeowner_service_pb";
import { formatPhone } from "../../lib/names";

/** Formats cents as dollars, such as 1,234.56. */
export function formatAmount(cents: number): string {
  return (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
}

function formatBalanceDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return date.toLocaleDateString("en", parts);
}

/** Returns the balance with its date. */
export function balanceLabel({ balanceCents, balanceOn }: HomeownerAccount): string {
  if (balanceCents === undefined) return "Unknown";
  const sum = `$${formatAmount(Math.abs(balanceCents))}${balanceCents < 0 ? " credit" : ""}`;
  return balanceOn ? `${sum} as of ${formatBalanceDay(balanceOn)}` : sum;
}

/** Parses an amount to cents. Undefined for an empty text, NaN for an invalid amount. */
export function parseCents(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (plain === "") return undefined;
  return /^-?\d{1,8}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

export function parsePhones(text: string): string[] {
  return text
    .split(/[\n;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

export function accountName({ unit, number }: HomeownerAccount): string {
  return unit ? `Unit ${unit}` : `Account ${number}`;
}

export function countLabel(n: number, one: string): string {
  return `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
}

const fieldLabels: [string, (account: HomeownerAccount) => string][] = [
  ["Unit", ({ unit }) => unit],
  ["Name", ({ name }) => name],
  ["Phone numbers", ({ phones }) => phones.map(formatPhone).join(", ")],
  ["Email", ({ email }) => email],
  ["Balance", balanceLabel],
  ["In collections", ({ inCollections }) => (inCollections ? "yes" : "no")],
  ["Building", ({ building }) => building],
  ["Resident type", ({ kind }) => kindLabel(kind)],
  ["Language", ({ language }) => language],
  ["Tags", ({ tags }) => tags.join(", ")],
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

const languages = ["es", "fr", "zh", "vi", "ko", "tl", "ru", "ar", "pt", "ht", "pl", "de"];
const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** Options of languages: English, common ones and the chosen one. */
export function languageOptions(chosen: string): { value: string; label: string }[] {
  const codes = chosen && !languages.includes(chosen) ? [...languages, chosen] : languages;
  return [
    { value: "", label: "English" },
    ...codes.map((value) => ({ value, label: languageNames.of(value) ?? value })),
  ];
}

export const labels = {
  accountSaved: "Account saved.",
  accountAdded: "Account added.",
  account: "Account",
  accountNumber: "Account number",
  unit: "Unit",
  useFormatResidentsUse: "Use the format residents use. The bot may ask for it.",
  name: "Name",
  phoneNumbers: "Phone numbers",
  onePerLine: "One per line. The bot uses them to identify the homeowner.",
  email: "Email",
  usedSendVerificationCodes: "Used to send verification codes.",
  balanceInDollars: "Balance in dollars",
  amountOwed: "Amount owed. Use a minus sign for a credit, or leave blank if unknown.",
  enterAmountSuch1234: "Enter an amount such as 1,234.56.",
  asOf: "As of",
  leaveBlankForToday: "Leave blank for today.",
  collectionsBotSendsCollectionsMessage:
    "In collections – the bot sends the collections message instead of the balance",
  save: "Save",
  add: "Add",
  cancel: "Cancel",
  import: "Import",
  searchAccounts: "Search accounts",
  searchUnitNamePhoneEmail: "Search by unit, name, phone or email",
  couldntLoadAccounts: "Couldn't load accounts",
  noAccountsYet: "No accounts yet",
  noMatchingAccounts: "No matching accounts",
  tryShorterSearchSuchUnit: "Try a shorter search, such as a unit.",
  accounts: "Accounts",
  showMore: "Show more",
  importAccountsAccountingSoftwareAdd:
    "Import accounts from your accounting software, or add one. Until then, your team answers balance questions.",
  addAccountAskAdministratorImport:
    "Add an account, or ask an administrator to import them. Until then, your team answers balance questions.",
  phones: "Phones",
  none: "None",
  balance: "Balance",
  buildingAndType: "Building and type",
  inCollections: "In collections",
  noTextBlasts: "No text blasts",
  remove: (accountName: string) => `Remove ${accountName}`,
  homeownerAccounts: "Homeowner accounts",
  importAccounts: "Import accounts",
  newAccount: "New account",
  account2: (number: string) => `Account ${number}`,
  botUsesTheseIdentifyResidents:
    "The bot uses these to identify residents and answer balance questions.",
  allAccounts: "All accounts",
  building: "Building",
  residentType: "Resident type",
  language: "Language",
  tags: "Tags",
  suchGaragePoolStorage: "Such as garage, pool or storage. Press Enter after each.",
  leaveOutTextBlasts: "Leave out of text blasts",
  removeAccountsNotFile: "Remove accounts that are not in the file",
  newChangedRemoved: (added: number, changed: number, gone: number) =>
    `${added} new, ${changed} changed, ${gone} removed.`,
  changes: "Changes",
  new: "New",
  removed: "Removed",
  showingTheFirstChanges: (differencesCount: number) =>
    `Showing the first ${differencesCount} changes.`,
  accountRemoved: "Account removed.",
} as const;
