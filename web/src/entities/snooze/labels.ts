// Copy of snoozing conversations and emails.

export const labels = {
  snooze: "Snooze",
  inAnHour: "In an hour",
  tomorrowMorning: "Tomorrow morning",
  mondayMorning: "Monday morning",
  chooseTime: "Choose a time…",
  dialogTitle: "Snooze until",
  dialogHint: "In your time zone. A new message ends the snooze early.",
} as const;
