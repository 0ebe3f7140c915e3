// Copy of the playground.

export const labels = {
  title: "Playground",
  about: "Compare two versions of the bot. Nothing changes until you apply one.",
  community: "Community",
  compare: "Compare",
  sameVariants: "Both variants are the same. Change one to compare.",
  questions: "Questions",
  questionsField: "Questions, one per line",
  questionsPlaceholder: "how do i get a second parking permit",
  questionCount: (count: number, most: number) => `${count} of ${most} questions`,
  tooMany: (count: number, most: number) =>
    `Remove ${count - most}. You can compare up to ${most} questions.`,
  useTestCases: "Use test cases",
  useRecent: "Use residents’ recent questions",
  noRecent: "No resident questions yet.",
  recentFailed: "Couldn't load residents' questions.",
  replacements: "Word replacements",
  original: "Instead of",
  replacement: "Say",
  addReplacement: "Add replacement",
  removeReplacement: (word: string) => `Remove: ${word}`,
  wordMissing: "Enter the word to replace.",
  wordTaken: "This word already has a replacement.",
  applyTitle: (name: string) => `Apply variant ${name}?`,
  applyText: (name: string) =>
    `The bot uses variant ${name} for all new texts. These settings change:`,
  changes: "Changes",
  apply: "Apply variant",
  cancel: "Cancel",
  applied: "Variant applied.",
  undoFailed: "Couldn't undo.",
} as const;
