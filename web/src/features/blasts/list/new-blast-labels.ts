// Copy of the dialog that starts a text blast.

export const labels = {
  title: "New text blast",
  create: "Create draft",
} as const;
