// Copy of the session: the user's role and company, and requests whose response was lost.

export const sessionLabels = {
  parlor: "Parlor",
  administrator: "Administrator",
  manager: "Manager",
  resultLost: "Your request was completed.",
  resultLostHint: "The response was lost, so this page was refreshed.",
} as const;
