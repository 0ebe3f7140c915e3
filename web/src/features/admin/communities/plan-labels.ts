// Copy of the usage of the text plan.

import { formatNumber } from "../../../lib/format-number";

export const planLabels = {
  column: "Texts this month",
  used: (used: bigint, included: bigint) =>
    `${formatNumber(used)} of ${formatNumber(included)} text segments this month`,
  near: (names: string) => `${names} used at least 80% of this month's text segments.`,
  reached: (names: string) => `${names} used all of this month's text segments.`,
  stillSent: "Texts will still be sent.",
  others: (count: number) => (count === 1 ? "1 other community" : `${count} other communities`),
} as const;
