// Copy of the choice of a community on Turbo.

export const pickerLabels = {
  title: "Which community?",
  hint: "Choose a community to manage its answers.",
  unitCount: (units: number) => (units === 1 ? "1 unit" : `${units} units`),
  unitsNotSet: "Units not set",
  more: (count: number) => `${count} more in the list at the top of the screen.`,
} as const;
