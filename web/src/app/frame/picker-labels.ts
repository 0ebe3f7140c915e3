// Copy of the community picker in the top bar.

export const pickerLabels = {
  community: "Community",
  communities: "Communities",
  clear: "Clear community",
  change: "Change community",
  reload: "Reload communities",
  recent: "Recent",
  others: "Other communities",
  noCompany: "No company associated with this community",
  training: "Training",
  botAnswers: "Bot answers",
  vantaca: "Vantaca",
  buildium: "Buildium",
} as const;
