// Copy of the list of keyboard shortcuts.

export const shortcutsLabels = {
  everywhere: "Everywhere",
  esc: "Esc",
  closeDialog: "Close the top dialog",
  undo: "Undo, while the notice is shown",
  ctrlEnter: "Ctrl ↵",
  send: "Send it, or add it",
  answer: "Answer",
  insertCannedReply: "Insert a canned reply, while you write",
  sendDecision: "Send the decision",
  answers: "Answers",
  save: "Save",
} as const;
