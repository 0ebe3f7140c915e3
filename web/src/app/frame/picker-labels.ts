// Copy of the community picker in the top bar.

import { trainingLabels } from "../../entities/community/training-labels";

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
  botAnswers: trainingLabels.bot,
  vantaca: "Vantaca",
  buildium: "Buildium",
} as const;
