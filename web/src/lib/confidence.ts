/** From here on the bot's answer stands in the field; below it staff are only told of it. */
const suggestionThreshold = 0.5;

export function isSuggestable(confidence: number): boolean {
  return confidence >= suggestionThreshold;
}

/** "91%". */
export function formatPercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
