// Copy of why staff can't text a resident.

export const noReplyLabels = {
  optedOut: (origin: string) =>
    `${["This resident opted out of texts", origin].filter(Boolean).join(" ")}.`,
  optedOutHint: "You can text them again after they text START.",
  recordHint:
    "You can text them again after they text START, or after you record that they agreed.",
  claimed: (name: string) => `${name || "A colleague"} is handling this.`,
  takeOverHint: "Take over to reply.",
  askHint: "Ask them to hand it back, or add a note.",
} as const;
