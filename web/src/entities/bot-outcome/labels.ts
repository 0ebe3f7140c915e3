// Copy of what the bot did with a question.

export const outcomeLabels = {
  disambiguated: "Asked “Did you mean…”",
  escalated: "Sent to your team",
} as const;
