// How an account is written and read.

import {
  type HomeownerAccount,
  type HomeownerAccountDifference,
  HomeownerKind,
} from "../../gen/parlor/v1/homeowner_service_pb";
import { formatPhone } from "../../lib/names";

/** A sum of cents, as 1,234.56. */
export function formatAmount(cents: number): string {
  return (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
}

function formatBalanceDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return date.toLocaleDateString("en", parts);
}

/** What is owed, and as of when. */
export function balanceLabel({ balanceCents, balanceOn }: HomeownerAccount): string {
  if (balanceCents === undefined) return "Not known";
  const sum = `$${formatAmount(Math.abs(balanceCents))}${balanceCents < 0 ? " credit" : ""}`;
  return balanceOn ? `${sum} as of ${formatBalanceDay(balanceOn)}` : sum;
}

/** Cents of a sum that somebody wrote; unset for nothing, NaN for what is no sum. */
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
  ["Phones", ({ phones }) => phones.map(formatPhone).join(", ")],
  ["Email", ({ email }) => email],
  ["Balance", balanceLabel],
  ["In collections", ({ inCollections }) => (inCollections ? "yes" : "no")],
  ["Building", ({ building }) => building],
  ["Kind", ({ kind }) => kindLabel(kind)],
  ["Language", ({ language }) => language],
  ["Tags", ({ tags }) => tags.join(", ")],
  ["Left out of blasts", ({ doNotText }) => (doNotText ? "yes" : "no")],
];

/** What a file changes of an account, line by line; of one that is new, what it says. */
export function differenceLines({ before, after }: HomeownerAccountDifference): string[] {
  if (!after) return [];
  if (!before) {
    const { name, phones, email } = after;
    const said = [name, ...phones.map(formatPhone), email];
    if (after.balanceCents !== undefined) said.push(balanceLabel(after));
    const line = said.filter((one) => one !== "").join(" · ");
    return line === "" ? [] : [line];
  }
  return fieldLabels
    .filter(([, of]) => of(before) !== of(after))
    .map(([what, of]) => `${what}: ${of(before) || "none"} → ${of(after) || "none"}`);
}

export const kindOptions: readonly { kind: HomeownerKind; label: string }[] = [
  { kind: HomeownerKind.UNSPECIFIED, label: "Not set" },
  { kind: HomeownerKind.OWNER, label: "Owner" },
  { kind: HomeownerKind.TENANT, label: "Tenant" },
  { kind: HomeownerKind.BOARD_MEMBER, label: "Board member" },
];

/** "Tenant"; empty where it is not set. */
export function kindLabel(kind: HomeownerKind): string {
  if (kind === HomeownerKind.UNSPECIFIED) return "";
  return kindOptions.find((option) => option.kind === kind)?.label ?? "";
}

const languages = ["es", "fr", "zh", "vi", "ko", "tl", "ru", "ar", "pt", "ht", "pl", "de"];
const languageNames = new Intl.DisplayNames(["en"], { type: "language" });

/** English, the common ones, and the one that is chosen. */
export function languageOptions(chosen: string): { value: string; label: string }[] {
  const codes = chosen && !languages.includes(chosen) ? [...languages, chosen] : languages;
  return [
    { value: "", label: "English" },
    ...codes.map((value) => ({ value, label: languageNames.of(value) ?? value })),
  ];
}
