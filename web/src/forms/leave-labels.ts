// Copy of the dialog about unsaved changes.

export const leaveLabels = {
  title: "Leave without saving?",
  unsaved: "Your changes aren't saved yet.",
  leave: "Leave without saving",
  stay: "Keep editing",
} as const;
