// Copy of the sheet with the source of a sentence.

export const labels = {
  place: (place: string) => place.charAt(0).toUpperCase() + place.slice(1),
  linesLeftOut: (count: number) => (count === 1 ? "1 more line" : `${count} more lines`),
} as const;
