// Copy of a draft's fields, in the dialog that starts a blast and in the composer.

export const labels = {
  title: "Title",
  titleHint: "Only your team sees it.",
  titleMissing: "Enter a title.",
  savedAudienceMissing: "Choose a saved audience.",
} as const;
