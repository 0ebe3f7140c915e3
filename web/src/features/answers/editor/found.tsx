type Props = { text: string; words: readonly string[] };

/** A text with the words that one looks for marked. */
export function Found({ text, words }: Props) {
  if (words.length === 0) return text;
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "gi"));
  let at = 0;
  return parts.map((part, index) => {
    const key = at;
    at += part.length;
    return index % 2 === 1 ? <mark key={key}>{part}</mark> : part;
  });
}
