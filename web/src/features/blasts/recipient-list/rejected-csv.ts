import type { RecipientRow } from "../../../gen/parlor/v1/audience_service_pb";
import { rejectedCsvHeadings } from "./labels";

/**
 * A cell that a spreadsheet would run as a formula, by the rule of the server's exports. Some
 * spreadsheets skip blanks, control characters and invisible characters before a formula.
 */
const formula =
  /^['\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** A cell that begins with a tab or a line break. */
const brokenOff = /^'*[\t\r\n]/;

function toCell(text: string): string {
  const cell = formula.test(text) || brokenOff.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Returns the rejected rows of a file as CSV, with line numbers and reasons. */
export function toRejectedCsv(
  headings: readonly string[],
  rows: readonly RecipientRow[],
  line = rejectedCsvHeadings.line,
): string {
  const cells = headings.length > 0 ? headings : [rejectedCsvHeadings.cell];
  const lines = [
    [line, rejectedCsvHeadings.reason, ...cells],
    ...rows.map((row) => [String(row.line), row.reason, ...row.cells]),
  ];
  return `\u{feff}${lines.map((cells) => cells.map(toCell).join(",")).join("\r\n")}\r\n`;
}
