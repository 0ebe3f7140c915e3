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
