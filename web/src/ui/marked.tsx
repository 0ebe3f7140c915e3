import type { TextPart } from "../lib/text-part";

/** A text in its pieces, with those marked that were looked for. */
export function Marked({ parts }: { parts: readonly TextPart[] }) {
  let at = 0;
  return parts.map(({ text, found }) => {
    const key = at;
    at += text.length;
    return found ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
  });
}
