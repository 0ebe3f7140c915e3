// Copy of files: of the menu items that import and export one, and of pictures.

export const fileLabels = {
  import: "Import a file",
  exportCsv: "Export as CSV",
  pictureWrongType: "Choose a PNG, JPEG or WebP file.",
} as const;
