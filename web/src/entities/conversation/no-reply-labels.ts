// Copy of why staff can't text a resident.

export const noReplyLabels = {
  optedOut: "This resident opted out of texts.",
  optedOutHint: "You can text them again after they text START.",
  claimed: (name: string) => `${name || "A colleague"} is handling this.`,
  takeOverHint: "Take over to reply.",
  askHint: "Ask them to hand it back, or add a note.",
} as const;
