// A version of an answer in plain words.

import { AnswerCause, type AnswerVersion } from "../../../gen/parlor/v1/answer_version_pb";
import { dayWords } from "../../../lib/when";

const causes: Record<number, string> = {
  [AnswerCause.UNSPECIFIED]: "Changed",
  [AnswerCause.EDIT]: "Edited",
  [AnswerCause.ESCALATION]: "Trained from an escalation",
  [AnswerCause.COPY]: "Copied from another community",
  [AnswerCause.IMPORT]: "Imported from a file",
  [AnswerCause.RESTORE]: "Earlier words brought back",
  [AnswerCause.UNDO]: "Taken back",
  [AnswerCause.BEFORE]: "As it was before",
};

/** "Edited", "Removed", "Written". */
export function causeWords({ cause, removed, version }: AnswerVersion): string {
  if (removed) return cause === AnswerCause.UNDO ? "Taken back" : "Removed";
  if (version === 1n && cause === AnswerCause.EDIT) return "Written";
  return causes[cause] ?? "Changed";
}

const names = { question: "Question", answer: "Answer", topic: "Topic", source: "Source" } as const;
type Field = keyof typeof names;

export type Difference = { name: string; before: string; after: string };

/** What an answer says, whatever its version. */
export type Words = Pick<AnswerVersion, Field | "samples" | "validUntil">;

/** What words have other than those before them; all that they have when they are the first. */
export function differences(now: Words, before: Words | undefined): Difference[] {
  const fields = Object.keys(names) as Field[];
  const told: Difference[] = fields.map((field) => ({
    name: names[field],
    before: before?.[field] ?? "",
    after: now[field],
  }));
  told.push({
    name: "Ways to ask",
    before: (before?.samples ?? []).join("\n"),
    after: now.samples.join("\n"),
  });
  const until = (words: Words | undefined) => (words?.validUntil ? dayWords(words.validUntil) : "");
  told.push({ name: "Holds until", before: until(before), after: until(now) });
  return told.filter((one) => one.before !== one.after);
}
