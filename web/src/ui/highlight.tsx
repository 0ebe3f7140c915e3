import { showDirectionMarks } from "../lib/direction-marks";
import type { TextPart } from "../lib/text-part";

/** A text in its pieces, with those marked that were looked for. */
export function Highlight({ parts }: { parts: readonly TextPart[] }) {
  let at = 0;
  return parts.map(({ text, found }) => {
    const key = at;
    at += text.length;
    const shown = showDirectionMarks(text);
    return found ? <mark key={key}>{shown}</mark> : <span key={key}>{shown}</span>;
  });
}
