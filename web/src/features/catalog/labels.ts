// Copy of the catalog screen: the tree, the selected intent and the draft.

import type { Timestamp } from "@bufbuild/protobuf/wkt";
import { timestampDate } from "@bufbuild/protobuf/wkt";
import { CatalogChange } from "../../gen/parlor/v1/catalog_intent_pb";
import { countLabel } from "../../lib/count-label";
import { formatShortDate } from "../../lib/format-date";
import type { CatalogName } from "./url-state";

export const catalogTitles: Record<CatalogName, string> = {
  fine: "Detailed",
  merged: "Merged",
  company: "Company",
};

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

export function formatAskedAt(at: Timestamp | undefined, now: number): string {
  return at ? formatShortDate(timestampDate(at), new Date(now)) : "";
}

/** Copy of the page, its actions and the draft. */
export const labels = {
  title: "Knowledge base management",
  catalog: "Catalog",
  loading: "Loading catalogs",
  loadFailed: "Couldn't load catalogs",
  tryAgain: "Try again",
  catalogActions: "This catalog",
  more: "More",
  versions: "Versions",
  knowledgeGaps: "Knowledge gaps",
  newIntent: "New intent",
  unpublished: (count: number) =>
    `${countLabel(count, "change")} ${count === 1 ? "is" : "are"} not published.`,
  unpublishedHint: (published: number, lastEdit: string) =>
    `New communities start from version ${published} until then. ${lastEdit}`,
  lastEdit: (author: string, time: string) => `Last edited by ${author}, ${time}.`,
  discard: "Discard",
  discarded: "Draft discarded.",
  publish: "Publish",
  published: (version: number) => `Version ${version} is published.`,
  publishedHint: "New communities start from it.",
  restored: (version: number, newVersion: number) =>
    `Version ${version} restored as version ${newVersion}.`,
  shortcuts: {
    nextPrevious: "next, previous",
    find: "find",
    all: "all",
  },
} as const;

/** Copy of the tree of intents, and of the ones selected in it. */
export const treeLabels = {
  title: (catalog: string) => `${catalog} intents`,
  search: "Search titles and sample questions",
  noMatches: "No matches",
  noMatchesHint: "No title, sample question or category in this catalog matches.",
  clearSearch: "Clear search",
  empty: "This catalog is empty",
  emptyHint: "Communities created from it start without questions.",
  intents: (count: number) => (count === 1 ? "intent" : "intents"),
  choose: (title: string) => `Select ${title}`,
  chosen: (count: number) => `${count} selected`,
  clear: "Clear",
  remove: "Remove",
  removed: (count: number) => `Removed ${countLabel(count, "intent")} from the draft.`,
  merge: "Merge",
  mergeTooFew: "Select at least two to merge",
} as const;

/** Copy of the selected intent. */
export const intentLabels = {
  title: "Intent",
  missing: "Not in the draft",
  missingHint: "It was removed or merged. See Versions for details.",
  split: "Split",
  remove: (title: string) => `Remove ${title}`,
  removed: (title: string) => `Removed “${title}” from the draft.`,
  communities: "Communities using it",
  answered: "Answered",
  questions: "Questions in 90 days",
  impactFailed: "Couldn't load how communities use it.",
  coveredBy: (title: string) => `Covered by “${title}”.`,
  readOnly: "Only platform administrators can edit catalogs.",
  covers: "Covers",
  coversCount: (count: number) =>
    count === 0 ? "Covers no detailed intents" : `Covers ${countLabel(count, "detailed intent")}`,
  save: "Save to draft",
  saved: (title: string) => `“${title}” is saved to the draft.`,
  reset: "Reset",
} as const;

/** Copy of the fields of an intent. */
export const fieldLabels = {
  title: "Title",
  titleHint: "The name staff see in lists.",
  category: "Category",
  noCategory: "Choose one",
  samples: "Sample questions",
  samplesHint: (max: number) => `One per line, as residents would write it. Up to ${max}.`,
  merged: "Merged intent",
  mergedHint: "The broader question that covers it.",
  noMerged: "None",
} as const;
