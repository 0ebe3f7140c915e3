// Copy of questions that the bot couldn't answer.

import { formatNumber } from "../../lib/format-number";

export const labels = {
  title: "Unanswered questions",
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  status: (isExpired: boolean, times: number) => {
    const often = times === 1 ? "once" : `${formatNumber(times)} times`;
    return `${isExpired ? "Expired" : "Unanswered"} · asked ${often}`;
  },
  last: (date: string) => `Last ${date}`,
  residents: (count: number) => `${formatNumber(count)} residents`,
  otherPhrasings: (count: number) =>
    count === 1 ? "1 other phrasing" : `${count} other phrasings`,
  teamReplied: "Your team replied",
  updateAnswer: "Update answer",
  updateAnswerTo: (question: string) => `Update answer: ${question}`,
  writeAnswer: "Write answer",
  writeAnswerTo: (question: string) => `Write answer: ${question}`,
  failed: "Couldn't load unanswered questions.",
  tryAgain: "Try again",
  noMatchesTitle: "No results",
  noMatchesText: (words: string) => `No unanswered questions match “${words}”.`,
  emptyTitle: "No unanswered questions",
  emptyText:
    "The bot had an answer to every question so far. Questions it can't answer appear here.",
  moreHint: "Shows recent questions from the last 90 days. Export Escalations to see all.",
} as const;
