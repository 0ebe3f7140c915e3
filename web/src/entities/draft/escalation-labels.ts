// Copy of using a draft as the answer to an escalation.

export const escalationLabels = {
  title: "Use as the answer to an escalation",
  text: "The draft is added to the answer. Nothing is sent until you review it there.",
  emptyTitle: "No open escalations",
  emptyText: "This community has no open escalations.",
} as const;
