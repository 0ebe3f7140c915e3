// Copy of Turbo: its head, and the figures above the answers.

import { formatNumber } from "../../lib/format-number";

export const labels = {
  title: "Turbo",
  unitCount: (units: number) => (units === 1 ? "1 unit" : `${formatNumber(units)} units`),
  noNumber: "no number yet",
  changeCommunity: "Change community",
  answersFailed: "Couldn't load answers.",
  noData: "No data",
  coverage: "Coverage",
  noAnswers: "Every question goes to your team",
  coveredCount: (current: number, all: number) =>
    `${formatNumber(current)} of ${formatNumber(all)} listed`,
  /** All listed questions have an answer, but residents asked others. */
  otherQuestions: (count: number) =>
    `Plus ${formatNumber(count)} unanswered ${count === 1 ? "question" : "questions"}`,
  /** Of `count` questions without a valid answer, `expired` have an answer that expired. */
  uncovered: (count: number, expired: number) => {
    const until =
      expired === 0 ? "answered" : expired === count ? "renewed" : "answered or renewed";
    return `${formatNumber(count)} ${count === 1 ? "goes" : "go"} to your team until ${until}`;
  },
  allUsed: "All have been used",
  usedCount: (used: number, unused: number) =>
    `${formatNumber(used)} used so far, ${formatNumber(unused)} never used`,
  mostAsked: "Most asked",
  tryTestPhone: "Try a question on the test phone.",
  show: "Show",
  showMostUsed: "Show the most-used answer",
  timesUsed: (category: string, count: bigint) =>
    `${category} · used ${count === 1n ? "once" : `${formatNumber(count)} times`}`,
  persona: "Persona",
  training: "Training",
} as const;
