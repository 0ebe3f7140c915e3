// Describes a version of an answer.

import { AnswerCause, type AnswerVersion } from "../../../gen/parlor/v1/answer_version_pb";
import { formatDay } from "../../../lib/format-date";

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

const fieldLabels = {
  question: "Question",
  answer: "Answer",
  category: "Category",
  source: "Source",
} as const;
type Field = keyof typeof fieldLabels;

export type FieldDifference = { name: string; before: string; after: string };

/** The content of an answer, without its version. */
export type AnswerContent = Pick<AnswerVersion, Field | "samples" | "validUntil">;

/** Returns the fields that differ. Without an earlier version, returns all that are set. */
export function differences(
  now: AnswerContent,
  before: AnswerContent | undefined,
): FieldDifference[] {
  const fields = Object.keys(fieldLabels) as Field[];
  const told: FieldDifference[] = fields.map((field) => ({
    name: fieldLabels[field],
    before: before?.[field] ?? "",
    after: now[field],
  }));
  told.push({
    name: "Sample questions",
    before: (before?.samples ?? []).join("\n"),
    after: now.samples.join("\n"),
  });
  const until = (words: AnswerContent | undefined) =>
    words?.validUntil ? formatDay(words.validUntil) : "";
  told.push({ name: "Expires on", before: until(before), after: until(now) });
  return told.filter((one) => one.before !== one.after);
}

export const labels = {
  restoreThisVersion: "Restore this version",
  original: "Original",
  currentVersion: "Current version",
  restore: "Restore",
  history: "History",
  versions: "Versions",
  noChangesYet: "No changes yet. Every change from now on appears here.",
  latest50VersionsKept: "The latest 50 versions are kept.",
  removedAnswers: "Removed answers",
  answerRestored: "Answer restored.",
  couldntRestoreIt: "Couldn't restore it.",
  noRemovedAnswers: "No removed answers",
  deletedAnswersAppearHere: "Deleted answers appear here.",
  restore2: (question: string) => `Restore: ${question}`,
  earlierVersionRestored: "Earlier version restored.",
  botUsesNextQuestion: "The bot uses it from the next question on.",
  changeNotUndone: "The change was not undone.",
  nothingWasRestored: "Nothing was restored.",
  answerSaved: "Answer saved.",
} as const;
