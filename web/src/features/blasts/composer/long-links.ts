const link = /https?:\/\/[^\s<>{}"]+/g;
/** Punctuation that ends a sentence is not part of a link. */
const trailing = /[.,;:!?)\]]+$/;
const shortPath = /^\/s\/[a-z0-9]{8}$/;

/** Returns the distinct links of a text that are not short links yet, longest first. */
export function longLinksIn(text: string): string[] {
  const links = (text.match(link) ?? []).map((found) => found.replace(trailing, ""));
  const long = links.filter(
    (found) => URL.canParse(found) && !shortPath.test(new URL(found).pathname),
  );
  return [...new Set(long)].sort((a, b) => b.length - a.length);
}
