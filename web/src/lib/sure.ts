/** From here on the bot's answer stands in the field; below it staff are only told of it. */
const filledInFrom = 0.5;

export function isFilledIn(confidence: number): boolean {
  return confidence >= filledInFrom;
}

/** "91%". */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
