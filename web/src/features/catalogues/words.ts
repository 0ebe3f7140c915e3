// How changes and figures are said.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  CatalogueChange,
  type CatalogueDifference,
  type CatalogueImpact,
  type CatalogueIntent,
} from "../../gen/parlor/v1/catalogue_intent_pb";
import type { Gap } from "../../gen/parlor/v1/gap_service_pb";
import type { TextPart } from "../../lib/text-part";
import { shortWhen } from "../../lib/when";
import type { CatalogueName } from "./use-place";

export const catalogueTitles: Record<CatalogueName, string> = {
  fine: "Fine",
  merged: "Merged",
  company: "Company",
};

/** The most characters of an intent's title. */
export const mostTitle = 60;

/** The first words of a question, as many as a title holds. */
export function asTitle(question: string): string {
  if (question.length <= mostTitle) return question;
  const end = question.lastIndexOf(" ", mostTitle);
  return question.slice(0, end > 0 ? end : mostTitle);
}

/** The most samples of an intent. */
export function mostSamples(catalogue: CatalogueName): number {
  return catalogue === "merged" ? 4 : 10;
}

const changes: Record<CatalogueChange, string> = {
  [CatalogueChange.UNSPECIFIED]: "Changed",
  [CatalogueChange.ADDED]: "New",
  [CatalogueChange.REMOVED]: "Removed",
  [CatalogueChange.RENAMED]: "Renamed",
  [CatalogueChange.MOVED]: "Moved",
  [CatalogueChange.SAMPLES]: "Samples",
  [CatalogueChange.MAPPING]: "Merged intent",
  [CatalogueChange.MERGED]: "Merged away",
};

export function changeWords(change: CatalogueChange): string {
  return changes[change] ?? changes[CatalogueChange.UNSPECIFIED];
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

/** "12 communities have it, 8 answered it; it answered 140 questions in 90 days." */
export function impactWords(impact: CatalogueImpact, several = false): string {
  const { communities, answered, questions } = impact;
  const it = several ? "them" : "it";
  if (communities === 0) return `No community has ${several ? "any of them" : "it"}.`;
  const have = `${count(communities, "community", "communities")} ${communities === 1 ? "has" : "have"} ${it}`;
  const did = `${answered.toLocaleString("en")} answered ${it}`;
  const asked = `${count(questions, "question")} of the last 90 days ${questions === 1 ? "was" : "were"} answered with ${it}`;
  return `${have}, ${did}; ${asked}.`;
}

/** "Asked 4× by 3 residents in 2 communities, last 2:36 AM". */
export function askedWords({ asked, residents, communities, lastAskedAt }: Gap, now: number) {
  const times = asked === 1 ? "once" : `${asked.toLocaleString("en")}×`;
  const by = residents > 1 ? ` by ${count(residents, "resident")}` : "";
  const where = communities > 1 ? ` in ${count(communities, "community", "communities")}` : "";
  return `Asked ${times}${by}${where}, last ${day(lastAskedAt, now)}`;
}

export function day(at: Timestamp | undefined, now: number): string {
  return at ? shortWhen(timestampDate(at), new Date(now)) : "";
}

/** What changed in one intent, each change in a line. */
export function linesOf(
  { before, after, into, changes: ways }: CatalogueDifference,
  titleOf: (key: string) => string,
): string[] {
  const from = (key: string) => (key ? titleOf(key) : "none");
  return ways.flatMap((way) => {
    if (way === CatalogueChange.MERGED) return into ? [`Merged into “${into.title}”`] : [];
    if (!before || !after) return [];
    if (way === CatalogueChange.RENAMED) return [`“${before.title}” is now “${after.title}”`];
    if (way === CatalogueChange.MOVED) return [`From ${before.category} to ${after.category}`];
    if (way === CatalogueChange.MAPPING) return [`${from(before.merged)} → ${from(after.merged)}`];
    const gone = before.samples.filter((one) => !after.samples.includes(one));
    const fresh = after.samples.filter((one) => !before.samples.includes(one));
    return [...gone.map((one) => `− ${one}`), ...fresh.map((one) => `+ ${one}`)];
  });
}

/** "1 new, 2 changed, 3 merged, 258 removed": what would be lost is not found among the rest. */
export function tally(differences: readonly CatalogueDifference[]): string {
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

/** Those in which every word stands: in title, samples or category. */
export function found(
  intents: readonly CatalogueIntent[],
  words: string,
): readonly CatalogueIntent[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (all.length === 0) return intents;
  return intents.filter(({ title, samples, category }) =>
    matches(`${title}\n${samples.join("\n")}\n${category}`, all),
  );
}

/** Lines of a field of text, without empty ones. */
export function lines(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

type Fields = Readonly<Record<string, string>>;

/** As the forms name paths: "add.samples[0]" is "add.samples.0". */
export function dotted(fields: Fields): Record<string, string> {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([path, words]) => [path.replace(/\[(\d+)\]/g, ".$1"), words]),
  );
}

/** What is wrong with a field, whichever message it stands in: "add.samples.0" is "samples". */
export function fieldErrors(fields: Fields): Record<string, string> {
  const last = (path: string) =>
    path
      .split(".")
      .filter((part) => !/^\d+$/.test(part))
      .at(-1) ?? path;
  return Object.fromEntries(Object.entries(fields).map(([path, words]) => [last(path), words]));
}

/** What is wrong at or below a path. */
export function errorAt(fields: Fields, path: string): string | undefined {
  return Object.entries(fields).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}

/** A text in pieces, those marked in which a word that was looked for stands. */
export function partsOf(text: string, words: string): TextPart[] {
  const all = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (all.length === 0) return [{ text, found: false }];
  const escaped = all.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pieces = text.split(new RegExp(`(${escaped.join("|")})`, "i"));
  return pieces
    .map((piece, at) => ({ text: piece, found: at % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** The sample in which one of the words stands; else the first. */
export function sampleShown(samples: readonly string[], words: string): string {
  const hit = samples.find((one) => partsOf(one, words).some(({ found: it }) => it));
  return hit ?? samples[0] ?? "";
}

/** What the address calls a catalogue. */
export function nameOf(
  names: Readonly<Record<CatalogueName, number>>,
  catalogue: number,
): CatalogueName {
  const found = Object.entries(names).find(([, value]) => value === catalogue);
  return (found?.[0] as CatalogueName | undefined) ?? "fine";
}
