// Compares two texts word by word.

export type DiffSegment = { kind: "same" | "gone" | "new"; text: string };

/** Texts with more words than this, both together, are not compared word by word. */
const maxWords = 1500;

/** Splits a text into words with the spaces that follow, so that joining them restores it. */
function toWords(text: string): string[] {
  return text.match(/\S+\s*|^\s+/g) ?? [];
}

const isSameWord = (one: string | undefined, other: string | undefined) =>
  one?.trimEnd() === other?.trimEnd();

/** Returns the length of the longest common subsequence of the two ends, by start positions. */
function commonLengths(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  for (let at = one.length - 1; at >= 0; at -= 1) {
    const [row, below] = [rows[at], rows[at + 1]];
    if (!row || !below) continue;
    for (let to = other.length - 1; to >= 0; to -= 1) {
      row[to] = isSameWord(one[at], other[to])
        ? (below[to + 1] ?? 0) + 1
        : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return rows;
}

/** Returns the words of both texts in order, as kept, removed or added. */
export function diff(before: string, after: string): DiffSegment[] {
  const [one, other] = [toWords(before), toWords(after)];
  const pieces: DiffSegment[] = [];
  const add = (kind: DiffSegment["kind"], text = "") => {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += text;
    else if (text) pieces.push({ kind, text });
  };
  if (one.length + other.length > maxWords) {
    if (before === after) return before ? [{ kind: "same", text: before }] : [];
    add("gone", before);
    add("new", after);
    return pieces;
  }
  const rows = commonLengths(one, other);
  let [at, to] = [0, 0];
  while (at < one.length || to < other.length) {
    if (at < one.length && to < other.length && isSameWord(one[at], other[to])) {
      add("same", other[to]);
      at += 1;
      to += 1;
    } else if (
      to >= other.length ||
      (at < one.length && (rows[at + 1]?.[to] ?? 0) >= (rows[at]?.[to + 1] ?? 0))
    ) {
      add("gone", one[at]);
      at += 1;
    } else {
      add("new", other[to]);
      to += 1;
    }
  }
  return pieces;
}
