// Copy of the dialog that crops the header image.

export const cropLabels = {
  title: "Crop picture",
  area: "Crop area",
  zoom: "Zoom",
  leftToRight: "Left to right",
  topToBottom: "Top to bottom",
  use: "Use this picture",
} as const;
