// Labels for changes and figures of the catalogs.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  CatalogChange,
  type CatalogDifference,
  type CatalogImpact,
  type CatalogIntent,
} from "../../gen/parlor/v1/catalog_intent_pb";
import type { UnansweredQuestion } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { formatShortDate } from "../../lib/format-date";
import type { TextPart } from "../../lib/text-part";
import type { CatalogName } from "./url-state";

export const catalogTitles: Record<CatalogName, string> = {
  fine: "Detailed",
  merged: "Merged",
  company: "Company",
};

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

const changeLabels: Record<CatalogChange, string> = {
  [CatalogChange.UNSPECIFIED]: "Changed",
  [CatalogChange.ADDED]: "New",
  [CatalogChange.REMOVED]: "Removed",
  [CatalogChange.RENAMED]: "Renamed",
  [CatalogChange.MOVED]: "Moved",
  [CatalogChange.SAMPLES]: "Samples",
  [CatalogChange.MAPPING]: "Merged intent",
  [CatalogChange.MERGED]: "Merged",
};

export function changeLabel(change: CatalogChange): string {
  return changeLabels[change] ?? changeLabels[CatalogChange.UNSPECIFIED];
}

export function countLabel(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** "In 12 communities; 8 have written an answer. Used for 140 questions in the last 90 days." */
export function impactLabel(impact: CatalogImpact, several = false): string {
  const { communities, answered, questions } = impact;
  if (communities === 0) return `No community has ${several ? "any of them" : "it"}.`;
  const where = countLabel(communities, "community", "communities");
  const writers = `${answered.toLocaleString("en")} ${answered === 1 ? "has" : "have"}`;
  const use = countLabel(questions, "question");
  return `In ${where}; ${writers} written an answer. Used for ${use} in the last 90 days.`;
}

/** "Asked 4× by 3 residents in 2 communities, last 2:36 AM". */
export function askedLabel(
  { timesAsked, residentCount, communityCount, lastAskedAt }: UnansweredQuestion,
  now: number,
) {
  const times = timesAsked === 1 ? "once" : `${timesAsked.toLocaleString("en")}×`;
  const by = residentCount > 1 ? ` by ${countLabel(residentCount, "resident")}` : "";
  const where =
    communityCount > 1 ? ` in ${countLabel(communityCount, "community", "communities")}` : "";
  return `Asked ${times}${by}${where}, last ${formatAskedAt(lastAskedAt, now)}`;
}

export function formatAskedAt(at: Timestamp | undefined, now: number): string {
  return at ? formatShortDate(timestampDate(at), new Date(now)) : "";
}

/** Describes the changes of one intent, one line each. */
export function differenceLines(
  { before, after, into, changes: ways }: CatalogDifference,
  titleOf: (key: string) => string,
): string[] {
  const from = (key: string) => (key ? titleOf(key) : "none");
  return ways.flatMap((way) => {
    if (way === CatalogChange.MERGED) return into ? [`Merged into “${into.title}”`] : [];
    if (!before || !after) return [];
    if (way === CatalogChange.RENAMED) return [`“${before.title}” is now “${after.title}”`];
    if (way === CatalogChange.MOVED) return [`From ${before.category} to ${after.category}`];
    if (way === CatalogChange.MAPPING) return [`${from(before.merged)} → ${from(after.merged)}`];
    const gone = before.samples.filter((one) => !after.samples.includes(one));
    const fresh = after.samples.filter((one) => !before.samples.includes(one));
    return [...gone.map((one) => `− ${one}`), ...fresh.map((one) => `+ ${one}`)];
  });
}

/** "1 new, 2 changed, 3 merged, 258 removed". Removals are always listed separately. */
export function differenceSummary(differences: readonly CatalogDifference[]): string {
  const fresh = differences.filter(({ before }) => !before).length;
  const merged = differences.filter(({ into }) => into).length;
  const gone = differences.filter(({ after, into }) => !after && !into).length;
  const parts: [number, string][] = [
    [fresh, "new"],
    [differences.length - fresh - merged - gone, "changed"],
    [merged, "merged"],
    [gone, "removed"],
  ];
  return parts.flatMap(([number, what]) => (number > 0 ? `${number} ${what}` : [])).join(", ");
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

type Fields = Readonly<Record<string, string>>;

/** Converts paths to those of the forms: "add.samples[0]" becomes "add.samples.0". */
export function toFormPaths(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([path, words]) => [path.replace(/\[(\d+)\]/g, ".$1"), words]),
  );
}

/**
 * Returns the errors by field, without the message they are in: "add.samples.0" becomes "samples".
 */
export function fieldErrors(fields: Fields): Record<string, string> {
  const last = (path: string) =>
    path
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? path;
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [last(path), words]));
}

/** Returns the first error at or below a path. */
export function errorBelow(fields: Fields, path: string): string | undefined {
  return Object.entries(fields).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
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

/** Returns why an intent can't have this many samples; undefined if it can. */
export function samplesReason(count: number, most: number): string | undefined {
  if (count === 0) return "Choose at least one sample question";
  return count > most ? `Choose at most ${most} sample questions` : undefined;
}
