// Copy of the time in which an action can be undone.

export const undoLabels = {
  sendingIn: (seconds: number) => `Sending in ${seconds} sec.`,
  timeLeft: (seconds: number) => `You can undo this for ${seconds} sec.`,
} as const;
