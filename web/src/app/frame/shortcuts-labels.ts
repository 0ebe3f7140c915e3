// Copy of the list of keyboard shortcuts.

export const shortcutsLabels = {
  everywhere: "Everywhere",
  esc: "Esc",
  closeDialog: "Close dialog",
  undo: "Undo (while the message is showing)",
  ctrlEnter: "Ctrl ↵",
  send: "Send or add",
  answer: "Answer",
  insertCannedReply: "Insert a canned reply (while typing)",
  sendDecision: "Send the decision",
  answers: "Answers",
  save: "Save",
} as const;
