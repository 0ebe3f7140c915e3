// Variants of the bot and their differences.

import type { TextCommunity } from "../../gen/parlor/v1/community_pb";
import type {
  CompareAnswersResponse,
  VariantReply,
} from "../../gen/parlor/v1/playground_service_pb";
import { formatPercent } from "../../lib/format-number";
import { variantLabels } from "./labels";

export type ReplacementPair = { originalText: string; newText: string };

/** Settings of the bot that the playground compares. */
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

/** Returns whether the variants instruct the writing model differently. */
export function isWordedDifferently(one: Variant, other: Variant): boolean {
  return one.prompt !== other.prompt || one.temperature !== other.temperature;
}

/** Parses one question per line. Skips empty and repeated lines. */
export function parseQuestions(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim().slice(0, maxQuestionLength));
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** Formats one question per line; joins the lines of each question. */
export function formatQuestions(questions: readonly string[]): string {
  return questions.map((question) => question.replace(/\s+/g, " ").trim()).join("\n");
}

export type VariantDifference = { name: string; before: string; after: string };

const emojis = (on: boolean) => (on ? variantLabels.on : variantLabels.off);

function pairs(before: Variant, after: Variant): VariantDifference[] {
  const toMap = ({ customVerbiage }: Variant) =>
    new Map(customVerbiage.map(({ originalText, newText }) => [originalText, newText]));
  const [old, changed] = [toMap(before), toMap(after)];
  return [...new Set([...old.keys(), ...changed.keys()])].map((original) => ({
    name: variantLabels.replacementOf(original),
    before: old.get(original) ?? variantLabels.none,
    after: changed.get(original) ?? variantLabels.none,
  }));
}

/** Returns the fields that differ. */
export function variantDifferences(before: Variant, after: Variant): VariantDifference[] {
  const fields: VariantDifference[] = [
    {
      name: variantLabels.confidence,
      before: formatPercent(before.confidenceThresholds.minConfidence),
      after: formatPercent(after.confidenceThresholds.minConfidence),
    },
    {
      name: variantLabels.margin,
      before: formatPercent(before.confidenceThresholds.minMargin),
      after: formatPercent(after.confidenceThresholds.minMargin),
    },
    {
      name: variantLabels.emojis,
      before: emojis(before.useEmojis),
      after: emojis(after.useEmojis),
    },
    {
      name: variantLabels.instructions,
      before: before.prompt || variantLabels.none,
      after: after.prompt || variantLabels.none,
    },
    {
      name: variantLabels.creativity,
      before: formatPercent(before.temperature),
      after: formatPercent(after.temperature),
    },
    ...pairs(before, after),
  ];
  return fields.filter((field) => field.before !== field.after);
}

/** Outcomes of a comparison by question, to detect changes. */
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

/** Returns the questions whose outcome changed since the last comparison. */
export function changedSince(before: StoredOutcomes | undefined, now: StoredOutcomes): Set<string> {
  const changed = Object.entries(now).filter(([question, { left, right }]) => {
    const old = before?.[question];
    return old !== undefined && (old.left !== left || old.right !== right);
  });
  return new Set(changed.map(([question]) => question));
}
