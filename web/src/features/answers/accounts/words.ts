// How an account is written and read.

import type {
  HomeownerAccount,
  HomeownerAccountDifference,
} from "../../../gen/parlor/v1/homeowner_service_pb";
import { phoneWords } from "../../../lib/names";

/** A sum of cents, as 1,234.56. */
export function sumWords(cents: number): string {
  return (cents / 100).toLocaleString("en", { minimumFractionDigits: 2 });
}

function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return date.toLocaleDateString("en", parts);
}

/** What is owed, and as of when. */
export function balanceWords({ balanceCents, balanceOn }: HomeownerAccount): string {
  if (balanceCents === undefined) return "Not known";
  const sum = `$${sumWords(Math.abs(balanceCents))}${balanceCents < 0 ? " credit" : ""}`;
  return balanceOn ? `${sum} as of ${dayWords(balanceOn)}` : sum;
}

/** Cents of a sum that somebody wrote; unset for nothing, NaN for what is no sum. */
export function centsOf(text: string): number | undefined {
  const plain = text.trim().replace(/^\$/, "").replaceAll(",", "");
  if (plain === "") return undefined;
  return /^-?\d{1,8}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : Number.NaN;
}

export function phonesOf(text: string): string[] {
  return text
    .split(/[\n;,]/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

export function nameOf({ unit, number }: HomeownerAccount): string {
  return unit ? `Unit ${unit}` : `Account ${number}`;
}

export function count(n: number, one: string): string {
  return `${n.toLocaleString("en")} ${one}${n === 1 ? "" : "s"}`;
}

const told: [string, (account: HomeownerAccount) => string][] = [
  ["Unit", ({ unit }) => unit],
  ["Name", ({ name }) => name],
  ["Phones", ({ phones }) => phones.map(phoneWords).join(", ")],
  ["E-mail", ({ email }) => email],
  ["Balance", balanceWords],
  ["In collections", ({ inCollections }) => (inCollections ? "yes" : "no")],
];

/** What a file changes of an account, line by line; of one that is new, what it says. */
export function linesOf({ before, after }: HomeownerAccountDifference): string[] {
  if (!after) return [];
  if (!before) {
    const { name, phones, email } = after;
    const said = [name, ...phones.map(phoneWords), email];
    if (after.balanceCents !== undefined) said.push(balanceWords(after));
    const line = said.filter((one) => one !== "").join(" · ");
    return line === "" ? [] : [line];
  }
  return told
    .filter(([, of]) => of(before) !== of(after))
    .map(([what, of]) => `${what}: ${of(before) || "none"} → ${of(after) || "none"}`);
}
