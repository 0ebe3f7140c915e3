// Compares two texts word by word.

import { diffArrays } from "diff";

export type DiffSegment = { kind: "same" | "gone" | "new"; text: string };

/** Texts with more words than this, both together, are not compared word by word. */
const maxWords = 1500;

/** Splits a text into words with the spaces that follow, so that joining them restores it. */
function toWords(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

const isSameWord = (one: string, other: string) => one.trimEnd() === other.trimEnd();

/** Returns the words of both texts in order, as kept, removed or added. */
export function diff(before: string, after: string): DiffSegment[] {
  const [one, other] = [toWords(before), toWords(after)];
  if (before !== after && one.length + other.length > maxWords) {
    return [
      { kind: "gone", text: before },
      { kind: "new", text: after },
    ];
  }
  return diffArrays(one, other, { comparator: isSameWord }).map(({ value, added, removed }) => ({
    kind: added ? "new" : removed ? "gone" : "same",
    text: value.join(""),
  }));
}
