// Copy of the versions of an answer and of removed answers.

import { AnswerCause, type AnswerVersion } from "../../../gen/parlor/v1/answer_version_pb";
import { formatDay } from "../../../lib/format-date";
import { fieldLabels } from "../labels";

const causeLabels: Record<number, string> = {
  [AnswerCause.UNSPECIFIED]: "Changed",
  [AnswerCause.EDIT]: "Edited",
  [AnswerCause.ESCALATION]: "Trained from an escalation",
  [AnswerCause.COPY]: "Copied from another community",
  [AnswerCause.IMPORT]: "Imported from a file",
  [AnswerCause.RESTORE]: "Earlier version restored",
  [AnswerCause.UNDO]: "Change undone",
  [AnswerCause.BEFORE]: "Earlier version",
};

/** "Edited", "Removed", "Created". */
export function causeLabel({ cause, removed, version }: AnswerVersion): string {
  if (removed) return cause === AnswerCause.UNDO ? "Change undone" : "Removed";
  if (version === 1n && cause === AnswerCause.EDIT) return "Created";
  return causeLabels[cause] ?? "Changed";
}

const fields = ["question", "answer", "category", "source"] as const;
type Field = (typeof fields)[number];

export type FieldDifference = { name: string; before: string; after: string };

/** The content of an answer, without its version. */
export type AnswerContent = Pick<AnswerVersion, Field | "samples" | "validUntil">;

/** Returns the fields that differ. Without an earlier version, returns all that are set. */
export function differences(
  now: AnswerContent,
  before: AnswerContent | undefined,
): FieldDifference[] {
  const differences: FieldDifference[] = fields.map((field) => ({
    name: fieldLabels[field],
    before: before?.[field] ?? "",
    after: now[field],
  }));
  differences.push({
    name: fieldLabels.samples,
    before: (before?.samples ?? []).join("\n"),
    after: now.samples.join("\n"),
  });
  const until = (words: AnswerContent | undefined) =>
    words?.validUntil ? formatDay(words.validUntil) : "";
  differences.push({ name: fieldLabels.expiresOn, before: until(before), after: until(now) });
  return differences.filter((one) => one.before !== one.after);
}

export const labels = {
  history: "History",
  versions: "Versions",
  currentVersion: "Current version",
  original: "Original",
  restore: "Restore",
  restoreVersion: (changedAt: string, changedBy: string) =>
    ["Restore this version", changedAt && `from ${changedAt}`, changedBy && `by ${changedBy}`]
      .filter(Boolean)
      .join(" "),
  noChanges: "No changes yet. Every change from now on appears here.",
  keptHint: "The latest 50 versions are kept.",
  versionRestored: "Earlier version restored.",
  saved: "Answer saved.",
  usedFromNow: "The bot uses it starting with the next question.",
  undoFailed: "The change wasn't undone.",
  versionFailed: "Nothing was restored.",
  noneRemovedTitle: "No removed answers",
  noneRemovedText: "Deleted answers appear here.",
  restoreAnswer: (question: string) => `Restore: ${question}`,
  answerRestored: "Answer restored.",
  answerFailed: "Couldn't restore the answer.",
} as const;
