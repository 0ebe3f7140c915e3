// Copy of snooze.

export const labels = {
  snoozeUntil: "Snooze until",
  inYourTimeZone: "In your time zone. A new message ends the snooze early.",
  snooze: "Snooze",
  chooseATime: "Choose a time…",
  inAnHour: "In an hour",
  tomorrowMorning: "Tomorrow morning",
  mondayMorning: "Monday morning",
} as const;
