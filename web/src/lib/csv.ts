// Comma-separated values, as spreadsheets write and read them (RFC 4180).

const quoted = /["\n\r,;]/;
/** What a spreadsheet would take for a formula. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

/** A cell that no spreadsheet runs. */
function cell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return quoted.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With the mark by which spreadsheets know UTF-8. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** The cells of each row; a mark before a formula goes. The first line tells what parts them. */
export function readCsv(text: string): string[][] {
  const [head = ""] = text.split(/\r?\n/, 1);
  const comma = head.split(";").length > head.split(",").length ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [value, next] = readCell(text, at, comma);
    row.push(/^'/.test(value) && formula.test(value.slice(1)) ? value.slice(1) : value);
    at = next;
    if (text[at] === comma) {
      at += 1;
      // A comma at the very end has an empty cell after it.
      if (at === text.length) row.push("");
      continue;
    }
    if (text[at] === "\r" && text[at + 1] === "\n") at += 1;
    at += 1;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function readCell(text: string, from: number, comma: string): [string, number] {
  if (text[from] !== '"') return readPlain(text, from, comma);
  const [value, at] = readQuoted(text, from);
  // What follows the closing mark belongs to it, wrong as that is.
  const [more, next] = readPlain(text, at, comma);
  return [value + more, next];
}

function readPlain(text: string, from: number, comma: string): [string, number] {
  let at = from;
  while (at < text.length && text[at] !== comma && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return [text.slice(from, at), at];
}

/** From an opening mark to the one that closes; one that is doubled stands for itself. */
function readQuoted(text: string, from: number): [string, number] {
  let value = "";
  let at = from + 1;
  for (;;) {
    const mark = text.indexOf('"', at);
    if (mark < 0) return [value + text.slice(at), text.length];
    value += text.slice(at, mark);
    if (text[mark + 1] !== '"') return [value, mark + 1];
    value += '"';
    at = mark + 2;
  }
}
