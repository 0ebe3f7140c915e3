// Copy of the menu items that import and export a file.

export const fileLabels = {
  import: "Import a file",
  exportCsv: "Export as CSV",
} as const;
