// Copy of the menu that imports and exports a community's answers.

export const labels = {
  menu: "Import or export",
} as const;
