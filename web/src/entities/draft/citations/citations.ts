// Finds citations in a draft: places of a document that support a statement. A place is a time of a
// transcript, such as (0:42:10), or a page or line, such as Bylaws.pdf, page 4.

export type Source = { name: string; text: string };

/** A place in a document, as a zero-based line number. */
export type Place = { source: Source; label: string; line: number };

/** A citation of a place, and its position in the text. */
export type Citation = { at: number; text: string; place: Place };

const pageBreak = "\f";
const cited = /\((\d{1,2}:\d{2}(?::\d{2})?)\)/g;
const leadingTime = /^[[(]?(\d{1,2}(?::\d{2}){1,2})(?=[\s.,\])]|$)/;

function toSeconds(time: string): number {
  return time.split(":").reduce((total, part) => total * 60 + Number(part), 0);
}

/** Returns the first line of each time at the beginning of a line or of a cue. */
function findTimes(text: string): Map<number, number> {
  const times = new Map<number, number>();
  for (const [line, lineText] of splitLines(text).entries()) {
    const [, time] = leadingTime.exec(lineText.trim()) ?? [];
    const seconds = time === undefined ? undefined : toSeconds(time);
    if (seconds !== undefined && !times.has(seconds)) times.set(seconds, line);
  }
  return times;
}

/** Returns the lines of a document. A page begins with a new line. */
export function splitLines(text: string): string[] {
  return text.split(/\r?\n|\f/);
}

const cueTiming = /^(\d{1,2}(?::\d{2}){1,2})[.,]\d+ +-->/;
const speaker = /<v ([^>]+)>/g;

/** Returns a line without the markup of captions. */
export function toReadable(line: string): string {
  const timing = cueTiming.exec(line);
  if (timing?.[1]) return timing[1];
  return line === "WEBVTT" ? "" : line.replace(speaker, "$1: ").replaceAll("</v>", "");
}

/** Returns the line after a statement: after the text of a caption, or after the line itself. */
export function findEnd(lines: readonly string[], line: number): number {
  if (!cueTiming.test(lines[line] ?? "")) return line + 1;
  const blank = lines.findIndex((text, at) => at > line && text.trim() === "");
  return blank < 0 ? lines.length : blank;
}

/** Returns the line at which a page begins. */
function findPage(text: string, page: number): number | undefined {
  const pages = text.split(pageBreak);
  if (page < 1 || page > pages.length) return undefined;
  return splitLines(pages.slice(0, page - 1).join("\n")).length - (page === 1 ? 1 : 0);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Returns a function that finds citations in texts. Indexes the documents once. */
export function toCitationFinder(sources: readonly Source[]): (text: string) => Citation[] {
  const documents = sources.map((source) => {
    const bare = source.name.replace(/\.[a-z0-9]{1,5}$/i, "");
    const names = [source.name, bare].filter(Boolean).map(escaped).join("|");
    const paged = new RegExp(`(?:${names}), (page|line) (\\d{1,5})\\b`, "gi");
    return { source, paged, times: findTimes(source.text), count: splitLines(source.text).length };
  });
  const findTime = (time: string): Place | undefined => {
    for (const { source, times } of documents) {
      const line = times.get(toSeconds(time));
      if (line !== undefined) return { source, label: time, line };
    }
    return undefined;
  };
  return (text) => {
    const found: Citation[] = [];
    for (const match of text.matchAll(cited)) {
      const [, time = ""] = match;
      const place = findTime(time);
      if (place) found.push({ at: match.index + 1, text: time, place });
    }
    for (const { source, paged, count } of documents) {
      for (const match of text.matchAll(paged)) {
        const [named, unit = "", number = ""] = match;
        const isPage = unit.toLowerCase() === "page";
        const line = isPage ? findPage(source.text, Number(number)) : Number(number) - 1;
        if (line === undefined || line < 0 || line >= count) continue;
        const label = `${unit.toLowerCase()} ${number}`;
        found.push({ at: match.index, text: named, place: { source, label, line } });
      }
    }
    return found.sort((a, b) => a.at - b.at);
  };
}
