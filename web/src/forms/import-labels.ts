// Copy of importing rows from a file.

import { formatNumber } from "../lib/format-number";

export const importLabels = {
  columnsHint: (columns: string) =>
    `The first line must name the columns: ${columns} Nothing changes until you apply it.`,
  file: (megabytes: number) => `CSV or XLSX, up to ${megabytes} MB`,
  apply: "Apply",
  checking: "The file is being checked",
  fileMissing: "Choose a file first",
  noChanges: "The file contains no changes",
  skippedCount: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? "line" : "lines"} left out`,
  skippedLines: "Skipped lines",
  line: (line: number, name: string) => (name ? `Line ${line}: ${name}` : `Line ${line}`),
  firstShown: (shown: number) =>
    shown === 1 ? "The first one is shown." : `The first ${shown} are shown.`,
} as const;
