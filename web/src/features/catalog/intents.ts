// Titles and sample questions of intents, and the search for them.

import type { CatalogIntent } from "../../gen/parlor/v1/catalog_intent_pb";
import type { TextPart } from "../../lib/text-part";
import type { CatalogName } from "./url-state";

/** Maximum length of an intent's title, in characters. */
export const maxTitleLength = 60;

/** Returns as many words of a question as fit into a title. */
export function toTitle(question: string): string {
  if (question.length <= maxTitleLength) return question;
  const end = question.lastIndexOf(" ", maxTitleLength);
  return question.slice(0, end > 0 ? end : maxTitleLength);
}

/** Maximum number of samples of an intent. */
export function maxSamples(catalog: CatalogName): number {
  return catalog === "merged" ? 4 : 10;
}

function matches(text: string, words: readonly string[]): boolean {
  const where = text.toLowerCase();
  return words.every((word) => where.includes(word));
}

/** Returns the intents that contain every word in title, samples or category. */
export function filterIntents(
  intents: readonly CatalogIntent[],
  words: string,
): readonly CatalogIntent[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (all.length === 0) return intents;
  return intents.filter(({ title, samples, category }) =>
    matches(`${title}\n${samples.join("\n")}\n${category}`, all),
  );
}

/** Splits a text into lines, without empty ones. */
export function toLines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Splits a text into parts, with the words of a search marked. */
export function toHighlightParts(text: string, words: string): TextPart[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (all.length === 0) return [{ text, found: false }];
  const escaped = all.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(${escaped.join("|")})`, "i"));
  return pieces
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** Returns the first sample that contains one of the words, or else the first sample. */
export function matchingSample(samples: readonly string[], words: string): string {
  const hit = samples.find((one) => toHighlightParts(one, words).some(({ found: it }) => it));
  return hit ?? samples[0] ?? "";
}

/** Returns the name of a catalog in the URL. */
export function catalogName(
  names: Readonly<Record<CatalogName, number>>,
  catalog: number,
): CatalogName {
  const found = Object.entries(names).find(([, value]) => value === catalog);
  return (found?.[0] as CatalogName | undefined) ?? "fine";
}
