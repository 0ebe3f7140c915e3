// Copy of the summary of a persona.

export const labels = {
  edit: "Edit",
  editPersona: "Edit persona",
  prompt: (excerpt: string) => `“${excerpt}”`,
  noPrompt: "Sends answers as written.",
  creativity: (temperature: number) => `Creativity ${temperature}`,
  emojis: "emojis",
  noEmojis: "no emojis",
  replacementCount: (count: number) =>
    count === 1 ? "1 word replacement" : `${count} word replacements`,
  firstContactNotice: "first-contact notice",
} as const;
