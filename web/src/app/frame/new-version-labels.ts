// Copy of the notice about a newer build.

export const newVersionLabels = {
  ready: "A new version is ready.",
  workSaved: "Your work is saved.",
  update: "Update now",
  later: "Later",
} as const;
