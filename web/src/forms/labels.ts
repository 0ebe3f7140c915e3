// Copy of form fields and of the buttons below a form.

export const labels = {
  optional: "Optional",
  charactersUsed: (used: number, limit: number) => `${used} of ${limit} characters.`,
  fileTooLarge: (name: string, megabytes: number) =>
    `${name} is larger than ${megabytes} MB. Choose a smaller one.`,
  fileUnreadable: (name: string) => `${name} couldn't be read. Choose it again.`,
  cancel: "Cancel",
  nameMissing: "Enter a name.",
  noChanges: "There are no changes to save",
  deleteFailed: (item: string) => `“${item}” wasn't deleted.`,
} as const;
