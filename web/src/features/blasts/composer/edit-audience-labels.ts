// Copy of the dialog that edits a saved audience.

export const labels = {
  title: "Edit audience",
  listTitle: "Rename list",
  nameHint:
    "From now on, drafts and scheduled blasts that use this audience go to everyone who matches it.",
  listNameHint: "The recipients of a list stay the same.",
  conflict: "Someone else changed this audience.",
  save: "Save changes",
} as const;
