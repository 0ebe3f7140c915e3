// Variants of the bot: what they are made of, and in what they differ.

import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import type {
  CompareAnswersResponse,
  VariantReply,
} from "../../../gen/parlor/v1/playground_service_pb";
import { percent } from "../../../lib/sure";

export type Pair = { originalText: string; newText: string };

/** How the bot speaks and how sure it must be. */
export type Variant = {
  prompt: string;
  temperature: number;
  useEmojis: boolean;
  customVerbiage: Pair[];
  caution: { answerFrom: number; lead: number };
};

export const usual = { answerFrom: 0.58, lead: 0.12 };
export const mostQuestions = 50;
const longest = 1600;

export function variantOf({ persona, customVerbiage }: TextCommunity): Variant {
  const { answerFrom, lead } = persona?.caution ?? usual;
  return {
    prompt: persona?.prompt ?? "",
    temperature: persona?.temperature ?? 0.3,
    useEmojis: persona?.useEmojis ?? false,
    customVerbiage: customVerbiage.map(({ originalText, newText }) => ({ originalText, newText })),
    caution: { answerFrom, lead },
  };
}

/** A writing model would be told otherwise. */
export function isWordedOtherwise(one: Variant, other: Variant): boolean {
  return one.prompt !== other.prompt || one.temperature !== other.temperature;
}

/** One question a line; empty lines and repetitions do not count. */
export function questionsOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, longest));
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** Texts of several lines are one question each. */
export function linesOf(questions: readonly string[]): string {
  return questions.map((question) => question.replace(/\s+/g, " ").trim()).join("\n");
}

export type Difference = { name: string; before: string; after: string };

const nothing = "Nothing";
const emojis = (on: boolean) => (on ? "May use them" : "None");

function pairs(before: Variant, after: Variant): Difference[] {
  const said = ({ customVerbiage }: Variant) =>
    new Map(customVerbiage.map(({ originalText, newText }) => [originalText, newText]));
  const [old, fresh] = [said(before), said(after)];
  return [...new Set([...old.keys(), ...fresh.keys()])].map((original) => ({
    name: `Instead of “${original}”`,
    before: old.get(original) ?? nothing,
    after: fresh.get(original) ?? nothing,
  }));
}

/** Field by field, what one variant has otherwise than another. */
export function differences(before: Variant, after: Variant): Difference[] {
  const fields: Difference[] = [
    {
      name: "Answers from",
      before: percent(before.caution.answerFrom),
      after: percent(after.caution.answerFrom),
    },
    {
      name: "Lead over the next",
      before: percent(before.caution.lead),
      after: percent(after.caution.lead),
    },
    { name: "Emojis", before: emojis(before.useEmojis), after: emojis(after.useEmojis) },
    { name: "Instructions", before: before.prompt || nothing, after: after.prompt || nothing },
    { name: "Freedom", before: percent(before.temperature), after: percent(after.temperature) },
    ...pairs(before, after),
  ];
  return fields.filter((field) => field.before !== field.after);
}

/** What is kept of a comparison, to tell what changed since. */
export type Kept = Record<string, { left: string; right: string }>;

const outcomeOf = (reply: VariantReply | undefined) =>
  reply ? `${reply.answerId} ${reply.text}` : "";

export function keepOf({ comparisons }: CompareAnswersResponse): Kept {
  return Object.fromEntries(
    comparisons.map(({ question, left, right }) => [
      question,
      { left: outcomeOf(left), right: outcomeOf(right) },
    ]),
  );
}

/** The questions that come out otherwise than when they were compared last. */
export function changedSince(before: Kept | undefined, now: Kept): Set<string> {
  const changed = Object.entries(now).filter(([question, { left, right }]) => {
    const old = before?.[question];
    return old !== undefined && (old.left !== left || old.right !== right);
  });
  return new Set(changed.map(([question]) => question));
}
