// Copy of the playground.

import { outcomeLabels as botLabels } from "../../entities/bot-outcome/labels";
import { ReplyOutcome } from "../../gen/parlor/v1/playground_service_pb";

export const labels = {
  title: "Playground",
  about: "Compare two versions of the bot. Nothing changes until you apply one.",
  community: "Community",
  questions: "Questions",
  questionsField: "Questions, one per line",
  questionsPlaceholder: "how do i get a second parking permit",
  questionCount: (count: number, most: number) => `${count} of ${most} questions`,
  noQuestions: "Write a question first",
  tooMany: (count: number, most: number) =>
    `Remove ${count - most}. You can compare up to ${most} questions.`,
  useTestCases: "Use test cases",
  noTestCases: "There are no test cases yet",
  useRecent: "Use residents' recent questions",
  noRecent: "No resident questions yet.",
  recentFailed: "Couldn't load residents' questions.",
  compare: "Compare",
  sameVariants: "Both variants are the same. Change one to compare.",
} as const;

/** A variant of the bot, and the dialog that applies it. */
export const variantLabels = {
  title: (name: string) => `Variant ${name}`,
  changeCount: (count: number) => (count === 1 ? "1 change" : `${count} changes`),
  current: "Current version",
  confidence: "Confidence needed",
  confidenceHint: "How confident the bot must be to answer on its own.",
  margin: "Margin over runner-up",
  marginHint: "How much more confident the bot must be in its best answer.",
  useEmojis: "Use emojis",
  replacements: "Word replacements",
  original: "Instead of",
  replacement: "Say",
  addReplacement: "Add replacement",
  removeReplacement: (word: string) => `Remove: ${word}`,
  wordMissing: "Enter the word to replace.",
  wordTaken: "This word already has a replacement.",
  aiWriting: "AI writing",
  aiWritingHint:
    "Results show your team's wording. If these settings differ, you can also show each reply with AI writing.",
  instructions: "Instructions",
  creativity: "Creativity",
  creativityHint: "Higher values make replies less predictable.",
  applyToCommunity: "Apply to community",
  reset: "Reset",
  applyTitle: (name: string) => `Apply variant ${name}?`,
  applyText: (name: string) =>
    `The bot uses variant ${name} for all new texts. These settings change:`,
  changes: "Changes",
  emojis: "Emojis",
  on: "On",
  off: "Off",
  replacementOf: (original: string) => `Replacement for “${original}”`,
  none: "None",
  apply: "Apply variant",
  applied: "Variant applied.",
  undoFailed: "Couldn't undo.",
} as const;

/** The replies of both variants. */
export const resultLabels = {
  empty: "Add questions, change a variant, then compare the replies.",
  comparison: "Comparison",
  totals: (answered: number, escalated: number, disambiguated: number) =>
    `${answered} answered · ${escalated} sent to your team${
      disambiguated ? ` · ${disambiguated} “Did you mean…”` : ""
    }`,
  differences: (count: number) => {
    if (count === 0) return "No difference";
    return count === 1 ? "1 difference" : `${count} differences`;
  },
  changedSince: (count: number) => `${count} changed since the last comparison`,
  onlyDifferences: "Only differences",
  wordsOnly: "Questions are matched by words only for now.",
  sameReplies: "Both variants give the same replies.",
  showWorded: "Show with AI writing",
  differs: "Differs",
  changed: "Changed since last time",
  bothVariants: "A and B",
  confidence: (percent: string) => `${percent} confidence`,
  tryAgain: "Try again",
} as const;

type Outcome = { tone: "success" | "warning" | "info"; label: string };

export const outcomeLabels: Partial<Record<ReplyOutcome, Outcome>> = {
  [ReplyOutcome.ANSWERED]: { tone: "success", label: "Answered" },
  [ReplyOutcome.ESCALATED]: { tone: "warning", label: botLabels.escalated },
  [ReplyOutcome.SMALL_TALK]: { tone: "info", label: "Small talk" },
  [ReplyOutcome.DISAMBIGUATED]: { tone: "info", label: botLabels.disambiguated },
};
