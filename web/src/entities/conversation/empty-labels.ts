// Copy of lists of conversations while they are empty.

export const emptyLabels = {
  caughtUp: "You're all caught up",
  noBot: "No bot conversations",
  snoozedText: "Snoozed conversations return at the time you choose or with the next message.",
  resolvedText: "Resolved conversations appear here. A new message reopens them.",
} as const;
