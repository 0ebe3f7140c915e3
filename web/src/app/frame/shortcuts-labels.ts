// Copy of the list of keyboard shortcuts.

export const shortcutsLabels = {
  everywhere: "Everywhere",
  esc: "Esc",
  closeDialog: "Close the top dialog",
  undo: "Undo, while the notice is shown",
  ctrlEnter: "Ctrl ↵",
  send: "Send it, or add it",
  escalations: "Escalations",
  answer: "Answer",
  omnichannel: "Omnichannel",
  insertCannedReply: "Insert a canned reply, while you write",
  conversations: "Conversations",
  email: "Email",
  serviceRequests: "Service requests",
  sendDecision: "Send the decision",
  catalog: "Knowledge base management",
  answers: "Answers",
  save: "Save",
} as const;
