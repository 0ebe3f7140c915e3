// Copy of the preview of a change: which recent questions it affects.

import { formatNumber } from "../../../lib/format-number";

export const previewLabels = {
  failed: "Couldn't load how this affects recent questions.",
  tryAgain: "Try again",
  checking: "Checking how this affects residents' recent questions…",
  nothingAffected: "No recent questions are affected.",
  reworded: (count: number) => `${formatNumber(count)} would get the new wording.`,
  showWhich: "Show which",
  hide: "Hide",
  escalated: (before: string) => `Sent to your team, no longer “${before}”`,
  answered: (after: string) => `“${after}”, no longer sent to your team`,
  otherAnswer: (after: string) => `Another answer to “${after}”`,
  otherQuestion: (before: string, after: string) => `“${after}”, no longer “${before}”`,
  more: (count: number) => `And ${formatNumber(count)} more`,
} as const;
