// Copy of priority.

export const labels = {
  urgent: "Urgent",
  high: "High",
  normal: "Normal",
  low: "Low",
  setPriority: (lowerCase: string) => `Set priority: ${lowerCase}`,
  highPriority: "High priority",
  lowPriority: "Low priority",
} as const;
