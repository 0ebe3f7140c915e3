// Rules of a knowledge base, independent of the screen: categories, search, order, and conflicts
// between two people who edit the same answer.

import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { formatNumber } from "../../lib/format-number";
import { defaultCategories } from "./categories";
import { labels } from "./labels";

export const limits = { category: 60, question: 1000, answer: 4000, source: 120 } as const;

export type AnswerOrder = "category" | "used" | "changed";
export type Category = { name: string; count: number; answered: number };

export type AnswerField = "category" | "question" | "answer" | "source";
export type AnswerValues = Record<AnswerField, string>;
export const fields: readonly AnswerField[] = ["question", "answer", "category", "source"];

/** Edited values, and the values that editing started from. */
export type AnswerDraft = { base: AnswerValues; values: AnswerValues };

const compare = new Intl.Collator("en", { numeric: true }).compare;

export function toValues(answer: Answer): AnswerValues {
  const { category, question, source } = answer;
  return { category, question, answer: answer.answer, source };
}

export function toDraft(answer: Answer): AnswerDraft {
  return { base: toValues(answer), values: toValues(answer) };
}

/** Whether a question has an answer. Without one, the bot leaves the question to staff. */
export function isAnswered({ answer }: Answer): boolean {
  return answer !== "";
}

/** Number of days before expiry from which an answer counts as expiring soon. */
const expiryWarningDays = 14;
const dayMs = 86_400_000;

/**
 * Returns the current day in a time zone, such as "2026-12-31". Defaults to the user's time zone. If
 * it is empty, as of a community whose time zone is unstated, it is New York, as on the server.
 */
export function currentDay(timeZone: string | undefined, now: number): string {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const zone = timeZone === undefined ? {} : { timeZone: timeZone || "America/New_York" };
  return new Intl.DateTimeFormat("en-CA", { ...parts, ...zone }).format(now);
}

/** Days until an answer expires, if fewer than the warning days. Negative once it has expired. */
export function daysUntilExpiry({ validUntil }: Answer, today: string): number | undefined {
  if (!validUntil) return undefined;
  const left = Math.round((Date.parse(validUntil) - Date.parse(today)) / dayMs);
  return left <= expiryWarningDays ? left : undefined;
}

/** "Expires in 5 days". */
export function expiryLabel(left: number): string {
  if (left < 0) return labels.expired;
  if (left === 0) return labels.expiresToday;
  return left === 1 ? labels.expiresTomorrow : labels.expiresIn(left);
}

/** Whether the bot may send the answer today. */
export function isCurrent(answer: Answer, today: string): boolean {
  return isAnswered(answer) && (daysUntilExpiry(answer, today) ?? 0) >= 0;
}

export function toCategories(answers: readonly Answer[], today = ""): Category[] {
  const categories = new Map<string, Category>();
  for (const answer of answers) {
    const name = answer.category;
    const { count = 0, answered = 0 } = categories.get(name) ?? {};
    const more = isCurrent(answer, today) ? 1 : 0;
    categories.set(name, { name, count: count + 1, answered: answered + more });
  }
  return [...categories.values()].sort((one, other) => compare(one.name, other.name));
}

/** Totals of all answers, as a category without a name. */
export function toTotals(answers: readonly Answer[], today = ""): Category {
  const answered = answers.filter((answer) => isCurrent(answer, today)).length;
  return { name: "", count: answers.length, answered };
}

/** Number of questions with a valid answer out of all, such as "3 of 15". */
export function coverageLabel({ count, answered }: Omit<Category, "name">): string {
  return labels.covered(formatNumber(answered), formatNumber(count));
}

export function toSearchTerms(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether each word occurs somewhere in the answer or its samples. */
export function matchesTerms(answer: Answer, words: readonly string[]): boolean {
  const { question, source, category, samples } = answer;
  return includesTerms([question, answer.answer, source, category, ...samples].join("\n"), words);
}

/** Whether each word occurs in the text, ignoring case. */
export function includesTerms(text: string, words: readonly string[]): boolean {
  const low = text.toLowerCase();
  return words.every((word) => low.includes(word));
}

export function changedAt(answer: Answer): number {
  return Number(answer.updatedAt?.seconds ?? 0n);
}

const comparators: Record<AnswerOrder, (one: Answer, other: Answer) => number> = {
  // Questions without an answer come first.
  category: (one, other) =>
    compare(one.category, other.category) ||
    Number(isAnswered(one)) - Number(isAnswered(other)) ||
    compare(one.question, other.question),
  used: (one, other) => Number(other.used - one.used) || compare(one.question, other.question),
  changed: (one, other) =>
    changedAt(other) - changedAt(one) || compare(one.question, other.question),
};

export function sortAnswers(answers: readonly Answer[], order: AnswerOrder): Answer[] {
  return [...answers].sort(comparators[order]);
}

export function mostUsedAnswer(answers: readonly Answer[]): Answer | undefined {
  const first = sortAnswers(answers, "used")[0];
  return first && first.used > 0n ? first : undefined;
}

/**
 * Values of the form: the user's edits, and a colleague's changes in fields the user left alone.
 */
export function mergeDraft({ base, values }: AnswerDraft, theirs: AnswerValues): AnswerValues {
  const result = { ...values };
  for (const field of fields) if (values[field] === base[field]) result[field] = theirs[field];
  return result;
}

/** Returns the fields that both people changed to different values. */
export function findConflicts({ base, values }: AnswerDraft, theirs: AnswerValues): AnswerField[] {
  return fields.filter(
    (field) =>
      values[field] !== base[field] &&
      theirs[field] !== base[field] &&
      theirs[field] !== values[field],
  );
}

/** Returns the fields that saving would change. */
export function changedFields(draft: AnswerDraft, theirs: AnswerValues): AnswerField[] {
  const mine = mergeDraft(draft, theirs);
  return fields.filter((field) => mine[field].trim() !== theirs[field]);
}

/** Returns the error of each invalid field. */
export function validateValues(values: AnswerValues): Partial<Record<AnswerField, string>> {
  const result: Partial<Record<AnswerField, string>> = {};
  if (values.question.trim() === "") result.question = labels.questionMissing;
  if (values.answer.trim() === "") result.answer = labels.answerMissing;
  for (const field of fields) {
    const limit = limits[field];
    if (values[field].length > limit) {
      result[field] = labels.tooLong(limit, values[field].length);
    }
  }
  return result;
}

/** Moves the draft onto the current values. Fields in conflict keep their old base. */
export function rebaseDraft(draft: AnswerDraft, theirs: AnswerValues): AnswerDraft {
  const clashing = findConflicts(draft, theirs);
  const base = { ...theirs };
  for (const field of clashing) base[field] = draft.base[field];
  return { base, values: mergeDraft(draft, theirs) };
}

/** Options of the category field: the community's own categories and the default ones. */
export function categoryChoices(categories: readonly Category[]): string[] {
  return [...new Set([...categories.map((category) => category.name), ...defaultCategories])].sort(
    compare,
  );
}
