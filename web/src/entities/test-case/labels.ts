// Copy of test case.

export const labels = {
  testCaseDeleted: "Test case deleted.",
} as const;
