// Copy of training: whether the bot sends its answers.

import { formatNumber } from "../../lib/format-number";

export const trainingLabels = {
  /** Who answers, where there is no room for the effect. */
  team: "Your team answers",
  bot: "The bot answers",
  allResidents: "all residents",
  residents: (units: number) =>
    units === 1 ? "residents of 1 unit" : `residents of ${formatNumber(units)} units`,
  teamAnswers: (residents: string) =>
    `Your team answers ${residents}. The bot only drafts, and every question goes to Escalations.`,
  botAnswers: (residents: string) =>
    `The bot answers ${residents} when it's confident. Everything else goes to Escalations.`,
  changed: (isTraining: boolean, community: string) =>
    `Training is ${isTraining ? "on" : "off"} for ${community}.`,
  failed: "Training wasn't changed.",
} as const;
