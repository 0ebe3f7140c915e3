// Copy of message templates.

/** Labels for the company's templates. */
export const labels = {
  title: "Templates",
  choose: "Start from a template",
  saveAs: "Save as template",
  manage: "Manage templates",
  create: "New template",
  edit: "Edit template",
  save: "Save template",
  saved: "Template saved.",
  deleted: "Template deleted.",
  editTemplate: (name: string) => `Edit ${name}`,
  deleteTemplate: (name: string) => `Delete ${name}`,
  name: "Name",
  body: "Text",
  fields: (fields: string) =>
    `Filled in for each person: ${fields}. The text after “|” is used if a value is unknown.`,
  none: "No templates yet. Save the text of a blast as a template, or write one here.",
  textMissing: "Write the text first",
  replaced: (name: string) => `Replaced with “${name}”.`,
  replacedHint: "Undo brings back your earlier text.",
} as const;

/** Example texts, offered with the company's templates. They contain GSM-7 characters only. */
export const messageTemplates = [
  {
    label: "Water shutoff",
    body: "{{community}}: Hi {{first_name|neighbor}}, the water will be off on [day] from [time] to [time] for a repair. Please store water for that time. Questions? Reply here.",
  },
  {
    label: "Elevator maintenance",
    body: "{{community}}: The elevator will be out of service on [day] from [time] to [time] for maintenance. Please use the stairs or the other elevator. Need help? Reply here.",
  },
  {
    label: "Board meeting",
    body: "{{community}}: The board meets on [day] at [time] in [place]. The agenda is posted in the lobby. All owners are welcome. Questions? Reply here.",
  },
  {
    label: "Parking lot closure",
    body: "{{community}}: The parking lot will be closed on [day] from [time] to [time]. Please move your car before then, or it may be towed. Questions? Reply here.",
  },
  {
    label: "Package room",
    body: "{{community}}: Hi {{first_name|neighbor}}, the package room is full. Please pick up your packages by [day]. Questions? Reply here.",
  },
] as const;
