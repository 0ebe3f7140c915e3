// Copy of the dialog that copies answers to other communities.

export const dialogLabels = {
  title: "Copy to other communities",
  answers: "Answers",
  allAnswers: (count: number) => `All answers (${count})`,
  onlyAnswer: (question: string) => `“${question}”`,
  category: (name: string, count: number) => `${name} (${count})`,
  communities: "Communities",
  noCommunities: "There are no other communities.",
  tooMany: (most: number) => `At most ${most} at a time.`,
  existing: "If a community already has an answer",
  keepTheirs: "Keep theirs",
  replace: "Replace it",
  preview: "What will change",
  communityFailed: "Couldn't load its answers. Nothing will be copied there.",
  chooseFewer: (most: number) => `Choose at most ${most} communities`,
  loading: "Their answers are still loading",
  nothingToCopy: "Nothing to copy to these communities",
  copy: (count: number) => (count === 1 ? "Copy 1 answer" : `Copy ${count} answers`),
  cancel: "Cancel",
  progress: (done: number, all: number) => `${done} of ${all} done`,
  keepWorking: "Close and keep copying",
  notCopied: (count: number) => `${count === 1 ? "1 wasn't" : `${count} weren't`} copied.`,
  copied: (answers: string) => `${answers} copied.`,
  copiedHint: (communities: number) =>
    communities === 1 ? "Now in 1 community." : `Now in ${communities} communities.`,
  undone: "The copies were removed.",
} as const;
