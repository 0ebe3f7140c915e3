// Variants of the bot: what they are made of, and in what they differ.

import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type {
  CompareAnswersResponse,
  VariantReply,
} from "../../gen/parlor/v1/playground_service_pb";
import { formatPercent } from "../../lib/confidence";

export type ReplacementPair = { originalText: string; newText: string };

/** How the bot speaks and how sure it must be. */
export type Variant = {
  prompt: string;
  temperature: number;
  useEmojis: boolean;
  customVerbiage: ReplacementPair[];
  confidenceThresholds: { minConfidence: number; minMargin: number };
};

export const defaultThresholds = { minConfidence: 0.58, minMargin: 0.12 };
export const maxQuestions = 50;
const maxQuestionLength = 1600;

export function toVariant({ persona, customVerbiage }: TextCommunity): Variant {
  const { minConfidence, minMargin } = persona?.confidenceThresholds ?? defaultThresholds;
  return {
    prompt: persona?.prompt ?? "",
    temperature: persona?.temperature ?? 0.3,
    useEmojis: persona?.useEmojis ?? false,
    customVerbiage: customVerbiage.map(({ originalText, newText }) => ({ originalText, newText })),
    confidenceThresholds: { minConfidence, minMargin },
  };
}

/** A writing model would be told otherwise. */
export function isWordedDifferently(one: Variant, other: Variant): boolean {
  return one.prompt !== other.prompt || one.temperature !== other.temperature;
}

/** One question a line; empty lines and repetitions do not count. */
export function parseQuestions(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, maxQuestionLength));
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** Texts of several lines are one question each. */
export function formatQuestions(questions: readonly string[]): string {
  return questions.map((question) => question.replace(/\s+/g, " ").trim()).join("\n");
}

export type VariantDifference = { name: string; before: string; after: string };

const nothing = "Nothing";
const emojis = (on: boolean) => (on ? "May use them" : "None");

function pairs(before: Variant, after: Variant): VariantDifference[] {
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
export function variantDifferences(before: Variant, after: Variant): VariantDifference[] {
  const fields: VariantDifference[] = [
    {
      name: "Confidence needed",
      before: formatPercent(before.confidenceThresholds.minConfidence),
      after: formatPercent(after.confidenceThresholds.minConfidence),
    },
    {
      name: "Margin over runner-up",
      before: formatPercent(before.confidenceThresholds.minMargin),
      after: formatPercent(after.confidenceThresholds.minMargin),
    },
    { name: "Emojis", before: emojis(before.useEmojis), after: emojis(after.useEmojis) },
    { name: "Instructions", before: before.prompt || nothing, after: after.prompt || nothing },
    {
      name: "Creativity",
      before: formatPercent(before.temperature),
      after: formatPercent(after.temperature),
    },
    ...pairs(before, after),
  ];
  return fields.filter((field) => field.before !== field.after);
}

/** What is kept of a comparison, to tell what changed since. */
export type StoredOutcomes = Record<string, { left: string; right: string }>;

const outcomeOf = (reply: VariantReply | undefined) =>
  reply ? `${reply.answerId} ${reply.text}` : "";

export function toStoredOutcomes({ comparisons }: CompareAnswersResponse): StoredOutcomes {
  return Object.fromEntries(
    comparisons.map(({ question, left, right }) => [
      question,
      { left: outcomeOf(left), right: outcomeOf(right) },
    ]),
  );
}

/** The questions that come out otherwise than when they were compared last. */
export function changedSince(before: StoredOutcomes | undefined, now: StoredOutcomes): Set<string> {
  const changed = Object.entries(now).filter(([question, { left, right }]) => {
    const old = before?.[question];
    return old !== undefined && (old.left !== left || old.right !== right);
  });
  return new Set(changed.map(([question]) => question));
}
