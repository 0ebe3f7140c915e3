/** Confidence from which the bot's answer is prefilled. Below it, staff only see it as a hint. */
const suggestionThreshold = 0.5;

export function isSuggestable(confidence: number): boolean {
  return confidence >= suggestionThreshold;
}

/** Formats a share of 1: "91%". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
