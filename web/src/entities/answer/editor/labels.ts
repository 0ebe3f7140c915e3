// Copy of the list of a community's answers and of drafts.

import { formatNumber } from "../../../lib/format-number";
import { labels as unansweredLabels } from "../../unanswered-question/labels";
import { labels as answerLabels } from "../labels";

export const labels = {
  answers: "Answers",
  answersOf: (community: string) => `${community} answers`,
  loading: "Loading answers",
  findInAnswers: "Find in questions and answers",
  findAnswer: "Find an answer",
  categories: "Categories",
  answered: "Answered",
  answeredHint: "Questions with a valid answer, of all questions in the category",
  allCategories: "All categories",
  unanswered: unansweredLabels.title,
  expiring: "Expired or expiring soon",
  /** An option, with the number of its answers. */
  option: (name: string, count: number | string) => `${name} (${count})`,
  order: "Order",
  mostUsed: "Most used",
  latest: "Newest",
  add: "Add",
  addAnswer: "answer",

  changedNow: (name: string) => `Changed by ${name} just now`,
  noAnswer: "No answer yet",
  notUsed: "not used yet",
  used: (count: bigint) => (count === 1n ? "used once" : `used ${formatNumber(count)} times`),
  edit: "Edit",
  editQuestion: (question: string) => `Edit: ${question}`,
  writeAnswer: "Write the answer",
  writeAnswerTo: (question: string) => `Write the answer: ${question}`,
  delete: "Delete",
  deleteQuestion: (question: string) => `Delete: ${question}`,
  deleted: "Answer deleted.",
  foundInSamples: "Found in sample questions",
  residentsAsk: "Residents ask",
  residentsAlsoAsk: "Residents also ask",
  moreSamples: (count: number) =>
    count === 1 ? "1 more sample question" : `${count} more sample questions`,
  history: "History",

  emptyTitle: answerLabels.none,
  emptyText: (community: string) =>
    `Add what the bot should tell residents of ${community}. Until then, every question goes to your team.`,
  addFirst: "Add the first answer",
  orCommonQuestions: "Or start with common questions:",
  noneExpiringTitle: "Nothing expires soon",
  noneExpiringText: "Answers that expire within two weeks appear here.",
  noResultsTitle: "No results",
  noResultsText: (search: string, category: string) =>
    `No answers${category ? ` about ${category}` : ""} contain “${search}”.`,
  showAll: "Show all answers",
  usedFromNow: "The bot will use this answer from now on.",
  otherDraft: "You're already writing another answer.",
  orphaned: "This answer was deleted",
  orphanedHint: "A colleague deleted the answer you were editing.",
  addBack: "Add it back",
  discard: "Discard",
} as const;
