// Copy of the selected email.

export const detailLabels = {
  choose: "Choose an email",
  chooseText: "Select an email from the list to read it here.",
  scheduled: "Scheduled email",
  scheduledFor: (time: string) => `Scheduled for ${time}.`,
  to: (recipients: string) => `to ${recipients}`,
} as const;
