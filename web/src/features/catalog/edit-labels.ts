// Copy of the dialogs that create, merge and split intents.

import type { CatalogImpact } from "../../gen/parlor/v1/catalog_intent_pb";
import { countLabel } from "../../lib/count-label";
import { formatNumber } from "../../lib/format-number";

export const newIntentLabels = {
  add: "Add to draft",
  added: (title: string) => `“${title}” is in the draft.`,
} as const;

export const mergeLabels = {
  title: (count: number) => `Merge ${count} intents`,
  kept: "Keep",
  keptHint:
    "Communities keep the intents they already have. The merged ones are removed from the catalog.",
  samples: (count: number, max: number) => `Sample questions: ${count} of at most ${max}`,
  tooManySamples: (excess: number) => `Remove ${excess}.`,
  merge: "Merge in draft",
  merged: (count: number, title: string) => `Merged ${count} intents into “${title}”.`,
} as const;

export const splitLabels = {
  title: (title: string) => `Split “${title}”`,
  hint: "Communities already using it keep the first part.",
  part: (number: number) => `Part ${number}`,
  removePart: (number: number) => `Remove part ${number}`,
  addPart: "Add part",
  coveredBy: (title: string) => `“${title}” is covered by`,
  split: "Split in draft",
  done: (title: string, parts: number) => `Split “${title}” into ${parts} intents.`,
} as const;

export const impactLabels = {
  communitiesUnchanged: "Communities keep what they have; only new ones get the change.",
  mergedChanged: (count: number) =>
    `${countLabel(count, "detailed intent")} would move to a different merged intent.`,
} as const;

/** "In 12 communities; 8 have written an answer. Used for 140 questions in the last 90 days." */
export function impactLabel(impact: CatalogImpact, several = false): string {
  const { communities, answered, questions } = impact;
  if (communities === 0) return `No community has ${several ? "any of them" : "it"}.`;
  const where = countLabel(communities, "community", "communities");
  const writers = `${formatNumber(answered)} ${answered === 1 ? "has" : "have"}`;
  const use = countLabel(questions, "question");
  return `In ${where}; ${writers} written an answer. Used for ${use} in the last 90 days.`;
}

/** Returns why an intent can't have this many samples; undefined if it can. */
export function samplesReason(count: number, most: number): string | undefined {
  if (count === 0) return "Choose at least one sample question";
  return count > most ? `Choose at most ${most} sample questions` : undefined;
}
