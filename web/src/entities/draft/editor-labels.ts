// Copy of editing a draft, and of rewriting a part of it.

export const editorLabels = {
  save: "Save",
  cancel: "Cancel",
  rewrite: "Rewrite the selection",
  shorter: "Shorter",
  friendlier: "Friendlier",
  moreFormal: "More formal",
  ownWords: "In your words",
  ownWordsHint: "For example: mention the office first",
  rewriteOwn: "Rewrite",
  selectFirst: "Select text to rewrite first.",
  selectionTooLong: "Select less text: at most 5,000 characters.",
  noModel: "AI writing isn't set up. Edit the text yourself.",
  allowanceUsed: "Your company used its allowance for this month. Edit the text yourself.",
  suggestion: "Suggested text",
  checkSuggestion: (details: string) => `Not in your notes or in the draft: ${details}`,
  accept: "Use this text",
  reject: "Keep mine",
} as const;
