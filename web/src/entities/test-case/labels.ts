// Copy of test cases.

export const labels = {
  deleted: "Test case deleted.",
} as const;
