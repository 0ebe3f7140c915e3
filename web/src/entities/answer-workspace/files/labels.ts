// Copy of the menu that imports and exports a community's answers.

export const labels = {
  menu: "Import or export",
  importFile: "Import a file",
  exportCsv: "Export as CSV",
} as const;
