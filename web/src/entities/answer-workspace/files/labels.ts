// Copy of files.

export const labels = {
  answersAsAFile: "Answers as a file",
  importAFile: "Import a file",
  exportAsCsv: "Export as CSV",
  importAnswersInto: (label: string) => `Import answers into ${label}`,
  cancel: "Cancel",
  import: (answersLabel: string) => `Import ${answersLabel}`,
  keepExistingAnswers: "Keep existing answers",
  whatChanges: "What changes",
  fileHasNothingNew: "The file has nothing new.",
  firstChangesShown: (changesCount: number) => `The first ${changesCount} changes are shown.`,
  importUndone: "Import undone.",
} as const;
