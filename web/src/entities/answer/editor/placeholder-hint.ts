// Hints about placeholders in an answer, which the bot fills in.

import { formLabels } from "./form-labels";

const knownPlaceholders = /^\{(balance|unit|account)\}$/i;

/** Describes what the placeholders become; undefined if there are none. */
export function placeholderHint(answer: string): string | undefined {
  const names = answer.match(/\{[^{}\n]{1,30}\}/g) ?? [];
  const other = names.find((name) => !knownPlaceholders.test(name));
  if (other) return formLabels.unknownPlaceholder(other);
  return names.length > 0 ? formLabels.placeholders : undefined;
}
