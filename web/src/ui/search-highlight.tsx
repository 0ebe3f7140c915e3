import { showDirectionMarks } from "../lib/direction-marks";

type Props = { text: string; words: readonly string[] };

/** A text with the search terms highlighted. */
export function SearchHighlight({ text, words }: Props) {
  if (words.length === 0) return showDirectionMarks(text);
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "gi"));
  let at = 0;
  return parts.map((part, index) => {
    const key = at;
    at += part.length;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : showDirectionMarks(part);
  });
}
