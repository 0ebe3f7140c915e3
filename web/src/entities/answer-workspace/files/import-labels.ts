// Copy of importing a community's answers from a file.

import { formatNumber } from "../../../lib/format-number";

export const importLabels = {
  importTitle: (community: string) => `Import answers into ${community}`,
  columns:
    "question and answer, and optionally category, source, sample questions (one per line) and expires on. An export has all of them.",
  keepExisting: "Keep existing answers",
  preview: "What changes",
  nothingNew: "The file has nothing new.",
  keptCount: (count: number) =>
    count === 1
      ? "1 existing answer will be kept."
      : `${formatNumber(count)} existing answers will be kept.`,
  unansweredCount: (count: number) =>
    count === 1
      ? "1 question has no answer and will be skipped."
      : `${formatNumber(count)} questions have no answer and will be skipped.`,
  firstShown: (count: number) => `The first ${count} changes are shown.`,
  cancel: "Cancel",
  import: (answers: string) => `Import ${answers}`,
  imported: (answers: string) => `${answers} imported.`,
  undone: "Import undone.",
} as const;
