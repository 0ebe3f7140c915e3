// Copy of the dialog that chooses a date and time.

export const timeLabels = {
  dateAndTime: "Date and time",
  missing: "Choose a date and time.",
  past: "Choose a time in the future.",
} as const;
