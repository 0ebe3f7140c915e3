// Copy of publishing, importing and older versions, and of the changes that they list.

import { CatalogChange, type CatalogDifference } from "../../gen/parlor/v1/catalog_intent_pb";
import { countLabel } from "../../lib/count-label";

/** Copy of the published versions. */
export const versionLabels = {
  loadFailed: "Couldn't load versions",
  hasUnpublished: "Publish or discard the draft before you restore an older version.",
  version: (number: number) => `Version ${number}`,
  published: "Published",
  restore: (number: number) => `Restore version ${number}`,
  showMore: "Show more",
  showChanges: "Show what changed",
  hideChanges: "Hide what changed",
  changesOf: (number: number) => `What changed in version ${number}`,
  changesFailed: "Couldn't load the changes.",
  noChanges: "Nothing changed.",
  changes: "Changes",
} as const;

/** Copy of the dialog that publishes the draft. */
export const publishLabels = {
  title: (changes: number) => `Publish ${countLabel(changes, "change")}`,
  publish: (version: number) => `Publish version ${version}`,
  noChanges: "The draft has no changes",
  hint: "New communities start from it. Existing answers in communities don't change.",
  note: "Release notes",
  noteHint: "For colleagues who read the version history.",
} as const;

/** Copy of the dialog that imports a file. */
export const importLabels = {
  title: (catalog: string) => `Import into ${catalog}`,
  columns:
    "category, intent, samples, and for the detailed catalog merged intent. An export has them all.",
  removeOthers: "Remove intents that aren't in the file",
  cancel: "Cancel",
  apply: (changes: number) => `Apply ${countLabel(changes, "change")}`,
  applied: (changes: number, file: string) =>
    `${countLabel(changes, "change")} from ${file} in the draft.`,
  noChanges: "The draft already includes everything in this file.",
  changed: (count: number) => `${countLabel(count, "intent")} would change.`,
  unchanged: (count: number) => `${countLabel(count, "intent")} won't change.`,
} as const;

/** Describes the changes of one intent, one line each. */
export function differenceLines(
  { before, after, into, changes }: CatalogDifference,
  titleOf: (key: string) => string,
): string[] {
  const from = (key: string) => (key ? titleOf(key) : "none");
  return changes.flatMap((change) => {
    if (change === CatalogChange.MERGED) return into ? [`Merged into “${into.title}”`] : [];
    if (!before || !after) return [];
    if (change === CatalogChange.RENAMED) return [`“${before.title}” is now “${after.title}”`];
    if (change === CatalogChange.MOVED) return [`From ${before.category} to ${after.category}`];
    if (change === CatalogChange.MAPPING) return [`${from(before.merged)} → ${from(after.merged)}`];
    const removed = before.samples.filter((one) => !after.samples.includes(one));
    const added = after.samples.filter((one) => !before.samples.includes(one));
    return [...removed.map((one) => `− ${one}`), ...added.map((one) => `+ ${one}`)];
  });
}

/** "1 new, 2 changed, 3 merged, 258 removed". Removals are always listed separately. */
export function differenceSummary(differences: readonly CatalogDifference[]): string {
  const added = differences.filter(({ before }) => !before).length;
  const merged = differences.filter(({ into }) => into).length;
  const gone = differences.filter(({ after, into }) => !after && !into).length;
  const parts: [number, string][] = [
    [added, "new"],
    [differences.length - added - merged - gone, "changed"],
    [merged, "merged"],
    [gone, "removed"],
  ];
  return parts.flatMap(([number, what]) => (number > 0 ? `${number} ${what}` : [])).join(", ");
}
