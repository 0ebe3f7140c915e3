// The Markdown that drafts use: headings, lists, tables and paragraphs.

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "list"; ordered: boolean; items: string[] }
  | { kind: "table"; rows: string[][] }
  | { kind: "paragraph"; lines: string[] };

const heading = /^(#{1,4})\s+(.*)$/;
const bullet = /^[-*•]\s+(.*)$/;
const number = /^\d+[.)]\s+(.*)$/;
const ruler = /^\|?[\s:|-]+\|?$/;

function toCells(line: string): string[] {
  return line
    .replace(/^\|/, "")
    .replace(/\|\s*$/, "")
    .split("|")
    .map((cell) => cell.trim());
}

function addLine(blocks: Block[], line: string, follows: boolean): void {
  const last = follows ? blocks.at(-1) : undefined;
  const [, marks, title] = heading.exec(line) ?? [];
  const item = bullet.exec(line)?.[1] ?? number.exec(line)?.[1];
  const ordered = number.test(line);
  if (marks && title !== undefined) {
    blocks.push({ kind: "heading", level: marks.length, text: title });
  } else if (item !== undefined) {
    if (last?.kind === "list" && last.ordered === ordered) last.items.push(item);
    else blocks.push({ kind: "list", ordered, items: [item] });
  } else if (line.startsWith("|")) {
    if (ruler.test(line)) return;
    if (last?.kind === "table") last.rows.push(toCells(line));
    else blocks.push({ kind: "table", rows: [toCells(line)] });
  } else if (last?.kind === "paragraph") last.lines.push(line);
  else blocks.push({ kind: "paragraph", lines: [line] });
}

/** Returns the blocks of a text, in order. */
export function toBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let follows = false;
  for (const raw of text.split("\n")) {
    const line = raw.trim();
    if (line) addLine(blocks, line, follows);
    follows = line !== "";
  }
  return blocks;
}

/** Returns the text without the marks of Markdown, as email and text messages need it. */
export function toPlainText(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/^#{1,4}\s+/, "").replaceAll("**", ""))
    .join("\n")
    .trim();
}

/** Returns the first heading, and the text below it. */
export function splitSubject(text: string): { subject: string; body: string } {
  const [first = "", ...rest] = text.trim().split("\n");
  const subject = heading.exec(first)?.[2];
  return subject === undefined
    ? { subject: "", body: text.trim() }
    : { subject, body: rest.join("\n").trim() };
}
