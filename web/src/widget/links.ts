// Finds links in messages of the bot and of staff.

export type TextOrLink = { text: string; href?: string };

const candidates =
  /https?:\/\/[^\s<>"]+|(?:mailto|tel):[^\s<>"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:\+?1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}/gi;

/** Splits a text into plain text and links. Joined, the parts are the text. */
export function splitLinks(text: string): readonly TextOrLink[] {
  const parts: TextOrLink[] = [];
  let end = 0;
  for (const match of text.matchAll(candidates)) {
    const found = withoutPunctuation(match[0]);
    const href = hrefOf(found, text[match.index - 1] ?? "", text[match.index + found.length] ?? "");
    if (!href) continue;
    if (match.index > end) parts.push({ text: text.slice(end, match.index) });
    parts.push({ text: found, href });
    end = match.index + found.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/** Punctuation after a link belongs to the sentence; a closing parenthesis only if the link does not open it. */
function withoutPunctuation(link: string): string {
  let kept = link;
  while (/[.,;:!?'"\])}]$/.test(kept)) {
    if (kept.endsWith(")") && kept.split("(").length >= kept.split(")").length) break;
    kept = kept.slice(0, -1);
  }
  return kept;
}

/** Returns the address of a link; undefined if the text is none, such as a part of a longer number. */
function hrefOf(link: string, before: string, after: string): string | undefined {
  if (/^https?:/i.test(link)) return webAddress(link);
  if (/^(mailto|tel):./i.test(link)) return link;
  if (link.includes("@")) return `mailto:${link}`;
  if (/[\w-]/.test(before) || /[\w-]/.test(after)) return undefined;
  const digits = link.replace(/\D/g, "");
  return digits.length >= 10 ? `tel:+${digits.length === 10 ? "1" : ""}${digits}` : undefined;
}

/** A user name before the host makes an address look like that of another host. */
function webAddress(link: string): string | undefined {
  try {
    const url = new URL(link);
    return url.host && !url.username && !url.password ? url.href : undefined;
  } catch {
    return undefined;
  }
}
