// Copy of a community's word replacements.

export const replacementLabels = {
  title: "Word replacements",
  about: "The bot replaces these words in every answer. Links and phone numbers never change.",
  becomes: "becomes",
  remove: (original: string) => `Remove ${original}`,
  removed: (original: string) => `Replacement for “${original}” removed.`,
  addReplacement: "Add a word replacement",
  original: "Instead of",
  replacement: "Say",
  add: "Add",
  added: (original: string, replacement: string) =>
    `The bot now says “${replacement}” instead of “${original}”.`,
} as const;
