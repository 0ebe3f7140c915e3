import type { RecipientRow } from "../../../gen/parlor/v1/audience_service_pb";
import { rejectedCsvHeadings } from "../labels";

/** Spreadsheets interpret a cell that starts like this as a formula. */
const formula = /^['\s\p{Cf}]*[=+\-@＝＋－＠]/u;

function toCell(text: string): string {
  const cell = formula.test(text) ? `'${text}` : text;
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
