import { showDirectionMarks } from "../lib/direction-marks";
import type { TextPart } from "../lib/text-part";

/** A text in parts, with the matches of a search marked. */
export function Highlight({ parts }: { parts: readonly TextPart[] }) {
  let at = 0;
  return parts.map(({ text, found }) => {
    // Two parts at the same place would have the same key.
    if (!text) return null;
    const key = at;
    at += text.length;
    const shown = showDirectionMarks(text);
    return found ? <mark key={key}>{shown}</mark> : <span key={key}>{shown}</span>;
  });
}
