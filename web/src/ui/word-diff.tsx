import { showDirectionMarks } from "../lib/direction-marks";
import { type DiffSegment, diff } from "../lib/word-diff";

const renderers = {
  same: (text: string, key: number) => <span key={key}>{text}</span>,
  gone: (text: string, key: number) => <del key={key}>{text}</del>,
  new: (text: string, key: number) => <ins key={key}>{text}</ins>,
} satisfies Record<DiffSegment["kind"], unknown>;

/** The differences of two texts, word by word. Needs a parent with the class `word-diff`. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <>
      {diff(before, after).map(({ kind, text }, at) =>
        renderers[kind](showDirectionMarks(text), at),
      )}
    </>
  );
}
