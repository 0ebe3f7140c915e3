// Copy of the sheet with the source of a sentence.

export const labels = {
  place: (place: string) => `At ${place}`,
  linesLeftOut: (count: number) => (count === 1 ? "1 more line" : `${count} more lines`),
} as const;
