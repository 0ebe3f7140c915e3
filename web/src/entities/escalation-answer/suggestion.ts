/** Confidence from which the bot's answer is prefilled. Below it, staff only see it as a hint. */
const suggestionThreshold = 0.5;

export function isSuggestable(confidence: number): boolean {
  return confidence >= suggestionThreshold;
}
