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

export const labels = {
  intent: "Intent",
  notInTheDraft: "Not in the draft",
  removedMerged: "It was removed or merged. See Versions for details.",
  versions: "Versions",
  removedFromTheDraft: (title: string) => `Removed “${title}” from the draft.`,
  split: "Split",
  remove: (title: string) => `Remove ${title}`,
  sampleQuestions: "Sample questions",
  coveredBy: (title: string) => `Covered by “${title}”.`,
  platformAdministratorsEditCatalogs: "Platform administrators edit the catalogs.",
  covers: "Covers",
  coversNoDetailedIntents: "Covers no detailed intents",
  lastBy: (editedBy: string, askedAt: string) => `Last by ${editedBy}, ${askedAt}.`,
  newCommunitiesStartVersionUntil: (published: number, last: string) =>
    `New communities start from version ${published} until then. ${last}`,
  notPublished: "not published.",
  discard: "Discard",
  publish: "Publish",
  saveToDraft: "Save to draft",
  reset: "Reset",
  communitiesKeepWhatTheyHave: "Communities keep what they have; only new ones get the change.",
  importAFile: "Import a file",
  exportAsCsv: "Export as CSV",
  knowledgeGaps: "Knowledge gaps",
  thisCatalog: "This catalog",
  more: "More",
  newIntent: "New intent",
  couldntLoadUseCommunities: "Couldn't load its use in communities.",
  tryAgain: "Try again",
  communitiesUsingIt: "Communities using it",
  answered: "Answered",
  questionsIn90Days: "Questions in 90 days",
  importInto: (catalogTitle: string) => `Import into ${catalogTitle}`,
  cancel: "Cancel",
  removeIntentsNotFile: "Remove intents that are not in the file",
  draftAlreadyIncludesEverythingFile: "The draft already includes everything in this file.",
  changes: "Changes",
  title: "Title",
  nameStaffSeeLists: "The name staff see in lists.",
  category: "Category",
  chooseOne: "Choose one",
  mergedIntent: "Merged intent",
  broaderQuestionCovers: "The broader question that covers it.",
  none: "None",
  onePerLineResidentsWould: (most: number) =>
    `One per line, as residents would write it. Up to ${most}.`,
  noMatches: "No matches",
  thisCatalogIsEmpty: "This catalog is empty",
  noTitleSampleQuestionCategory: "No title, sample question or category in this catalog matches.",
  communitiesCreatedStartWithoutQuestions: "Communities created from it start without questions.",
  clearTheSearch: "Clear the search",
  choose: (title: string) => `Choose ${title}`,
  changed: "Changed",
  questionsWithoutMatchingAnswerLast:
    "Questions without a matching answer in the last 90 days. Frequent ones may deserve an intent.",
  community: "Community",
  allCommunities: "All communities",
  chooseCommunitySeeAnswersMay:
    "Choose a community to see answers that may conflict, and to add catalog questions.",
  noUnansweredQuestions: "No unanswered questions",
  botHadAnswerEveryQuestion: "The bot had an answer to every question so far.",
  unansweredQuestions: "Unanswered questions",
  mostFrequentRecentOnesShown: "The most frequent and recent ones are shown.",
  newIntent2: (question: string) => `New intent: ${question}`,
  contradictions: "Contradictions",
  conflictingAnswers: "Conflicting answers",
  couldntLoadConflictingAnswers: "Couldn't load conflicting answers.",
  noConflictingAnswersFound: (label: string) => `No conflicting answers found in ${label}.`,
  catalogQuestions: "Catalog questions",
  getsThoseLacksPublishedEach: (label: string) =>
    `${label} gets those that it lacks, as published, each waiting for its answer.`,
  mergedIntentsInto: (keysCount: number, title: string) =>
    `Merged ${keysCount} intents into “${title}”.`,
  mergeIntents: (chosenCount: number) => `Merge ${chosenCount} intents`,
  mergeInDraft: "Merge in draft",
  keep: "Keep",
  communitiesKeepIntentsTheyAlready:
    "Communities keep the intents they already have. The merged ones are removed from the catalog.",
  sampleQuestionsText: (samplesCount: number, most: number) =>
    `Sample questions: ${samplesCount} of at most ${most}`,
  leaveOut: (samplesCount: number) => `Leave ${samplesCount} out.`,
  addToDraft: "Add to draft",
  knowledgeBaseManagement: "Knowledge base management",
  catalog: "Catalog",
  intents: (catalogTitle: string) => `${catalogTitle} intents`,
  searchTitlesSampleQuestions: "Search titles and sample questions",
  couldntLoadCatalogs: "Couldn't load catalogs",
  loadingCatalogs: "Loading catalogs",
  nextPrevious: "next, previous",
  find: "find",
  all: "all",
  publishVersion: (published: number) => `Publish version ${published}`,
  draftHasNoChanges: "The draft has no changes",
  newCommunitiesStart:
    "New communities start from it. Existing answers in communities don't change.",
  releaseNotes: "Release notes",
  colleaguesWhoReadVersionHistory: "For colleagues who read the version history.",
  chosen: (keysCount: number) => `${keysCount} chosen`,
  clear: "Clear",
  removeText: "Remove",
  merge: "Merge",
  chooseLeastTwoMerge: "Choose at least two to merge",
  splitIntoIntents: (title: string, partsCount: number) =>
    `Split “${title}” into ${partsCount} intents.`,
  splitTitle: (title: string) => `Split “${title}”`,
  splitInDraft: "Split in draft",
  communitiesAlreadyUsingKeepFirst: "Communities already using it keep the first part.",
  part: (at: number) => `Part ${at}`,
  removePart: (at: number) => `Remove part ${at}`,
  addPart: "Add part",
  isCoveredBy: (title: string) => `“${title}” is covered by`,
  versionIsPublished: (number: number) => `Version ${number} is published.`,
  newCommunitiesStartText: "New communities start from it.",
  draftDiscarded: "Draft discarded.",
  versionPublishedAgainVersion: (number: number, number2: number) =>
    `Version ${number} is published again, as version ${number2}.`,
  publishDiscardDraftBeforeRestore:
    "Publish or discard the draft before you restore an older version.",
  couldntLoadVersions: "Couldn't load versions",
  showMore: "Show more",
  version: (number: number) => `Version ${number}`,
  published: "Published",
  hideWhatChanged: "Hide what changed",
  showWhatChanged: "Show what changed",
  bringVersionBack: (number: number) => `Bring version ${number} back`,
  couldntLoadTheChanges: "Couldn't load the changes.",
  nothingChanged: "Nothing changed.",
  whatChangedInVersion: (number: number) => `What changed in version ${number}`,
} as const;
