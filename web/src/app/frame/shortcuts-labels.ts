// Copy of the list of keyboard shortcuts.

export const shortcutsLabels = {
  everywhere: "Everywhere",
  esc: "Esc",
  closeDialog: "Close dialog",
  undo: "Undo (while the message is showing)",
  ctrlEnter: "Ctrl ↵",
  send: "Send or add",
  escalations: "Escalations",
  answer: "Answer",
  omnichannel: "Omnichannel",
  insertCannedReply: "Insert a canned reply (while typing)",
  conversations: "Conversations",
  email: "Email",
  serviceRequests: "Service requests",
  sendDecision: "Send the decision",
  catalog: "Knowledge base management",
  answers: "Answers",
  save: "Save",
} as const;
