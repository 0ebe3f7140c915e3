// Copy of saved drafts, outside of an open one.

export const queryLabels = {
  deleted: "Draft deleted.",
} as const;
