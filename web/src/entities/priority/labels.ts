// Copy of the priorities of conversations, emails and escalations.

export const priorityLabels = {
  URGENT: "Urgent",
  HIGH: "High",
  NORMAL: "Normal",
  LOW: "Low",
} as const;

export const labels = {
  high: "High priority",
  low: "Low priority",
  set: (priority: string) => `Set priority: ${priority.toLowerCase()}`,
} as const;
