// Copy of who handles a conversation or an escalation.

export const stateLabels = {
  withBot: "Bot is answering",
  claimedByYou: "Claimed by you",
  claimedBy: (firstName: string) => `Claimed by ${firstName}`,
  assignedByRule: (person: string, rule: string) => `Assigned to ${person} by “${rule}”`,
} as const;
