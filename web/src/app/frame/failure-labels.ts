// Copy of the notice about an action that failed unexpectedly.

export const failureLabels = {
  region: "Last error",
  dismiss: "Dismiss",
} as const;
