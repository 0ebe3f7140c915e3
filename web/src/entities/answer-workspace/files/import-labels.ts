// Copy of importing a community's answers from a file.

export const importLabels = {
  importTitle: (community: string) => `Import answers into ${community}`,
  columns:
    "question and answer, and optionally category, source, sample questions (one per line) and expires on. An export has all of them.",
  keepExisting: "Keep existing answers",
  preview: "What changes",
  nothingNew: "The file has nothing new.",
  keptCount: (answers: string, count: number) =>
    `${answers} here ${count === 1 ? "stays" : "stay"}.`,
  unansweredCount: (count: number) =>
    count === 1
      ? "1 question of the file has no answer yet, and is left out."
      : `${count} questions of the file have no answer yet, and are left out.`,
  firstShown: (count: number) => `The first ${count} changes are shown.`,
  cancel: "Cancel",
  import: (answers: string) => `Import ${answers}`,
  imported: (answers: string) => `${answers} imported.`,
  undone: "Import undone.",
} as const;
