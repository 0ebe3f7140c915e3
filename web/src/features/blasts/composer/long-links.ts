/** A link with a scheme, or one that begins with "www.". */
const link = /https?:\/\/[^\s<>{}"]+|(?<![\p{L}\p{N}@./_-])www\.[^\s<>{}"./]+\.[^\s<>{}"]+/giu;
/** Punctuation that ends a sentence is not part of a link. */
const trailing = /[.,;:!?)\]]+$/;
const scheme = /^https?:/i;
const shortPath = /^\/s\/[a-z0-9]{8}$/;

/** Returns the URL of a link in a text; without a scheme, it is https. */
function toUrl(found: string): string {
  return scheme.test(found) ? found : `https://${found}`;
}

function isLong(url: string): boolean {
  return URL.canParse(url) && !shortPath.test(new URL(url).pathname);
}

/** Returns the distinct URLs of links in a text that are not short links yet. */
export function longLinksIn(text: string): string[] {
  const urls = (text.match(link) ?? []).map((found) => toUrl(found.replace(trailing, "")));
  return [...new Set(urls.filter(isLong))];
}

/** Replaces links in a text with their short links, which are given by URL. */
export function withShortLinks(text: string, shortLinks: ReadonlyMap<string, string>): string {
  return text.replace(link, (found) => {
    const end = trailing.exec(found)?.[0] ?? "";
    const written = found.slice(0, found.length - end.length);
    return (shortLinks.get(toUrl(written)) ?? written) + end;
  });
}
