// Copy of the menu that imports and exports a community's answers.

export const labels = {
  menu: "Answers as a file",
} as const;
