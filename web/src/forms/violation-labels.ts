// Messages about field values that the contract doesn't allow.

import { formatNumber } from "../lib/format-number";

function characters(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "character" : "characters"}`;
}

export const violationLabels = {
  required: "This field is required.",
  chooseOne: "Choose one.",
  addOne: "Add at least one.",
  tooShort: (minimum: number, length: number) =>
    `Use at least ${characters(minimum)}; this has ${length}.`,
  tooLong: (maximum: number, length: number) =>
    `Use at most ${characters(maximum)}; this has ${formatNumber(length)}.`,
  email: "Enter an email address, such as name@company.example.",
  notInList: "Choose from the list.",
  wrongFormat: "This isn't in the right format.",
  tooFewItems: (minimum: number) => `Choose at least ${minimum}.`,
  tooManyItems: (maximum: number) => `At most ${maximum} allowed. Remove some.`,
  minimum: (minimum: string) => `Enter ${minimum} or more.`,
  maximum: (maximum: string) => `Enter ${maximum} or less.`,
  range: (minimum: string, maximum: string) => `Enter a number from ${minimum} to ${maximum}.`,
  invalidItem: (item: string, message: string) => `“${item}”: ${message}`,
  check: "Check this field.",
} as const;
