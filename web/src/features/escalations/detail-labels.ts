// Copy of one escalation: the form for its answer, and its outcome.

import type { Channel } from "../../entities/escalation-answer/draft";
import { statusLabels } from "../../entities/mail-server/status-labels";
import type { DismissReason, Escalation } from "../../gen/parlor/v1/escalation_pb";
import type { SimilarAnswer } from "../../gen/parlor/v1/escalation_service_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { dismissReasons, noticeName } from "./labels";

export const detailLabels = {
  escalation: "Escalation",
  escalationFrom: (resident: string) => `Escalation from ${resident}`,
  loadFailed: "Couldn't load this question",
  emailThread: "Email thread",
} as const;

/** Shown while a colleague works on the escalation. */
export const claimedLabels = {
  colleague: "A colleague",
  isWorking: (name: string) => `${name} is working on this.`,
  claimedAt: (time: string) => `Claimed ${time}. `,
  takeOverHint: "Take over to answer it.",
  releaseHint: "Ask them to release it.",
} as const;

export const answerLabels = {
  form: "Answer",
  answer: "Your answer",
  missing: "Enter an answer.",
  tooLong: (limit: string, length: string) =>
    `Texts can have up to ${limit} characters; this one has ${length}.`,
  sentText: "Text that will be sent",
  options: "Training and notification",
  draftSaved: (time: string) => `Draft saved ${time}`,
  dismiss: "Dismiss",
  openDismiss: "Dismiss…",
} as const;

export const photoLabels = {
  blocked: "Texts from this number can't have photos. Remove them, or notify by email.",
  needsNotice: "The photos are only sent if you notify the homeowner.",
  linked: "The email has links to the photos, which work for 7 days.",
} as const;

export const suggestionLabels = {
  suggested: "Suggested",
  edited: "Suggestion edited",
  expired: "Expired suggestion",
  confidence: (suggestion: string, percent: string) => `${suggestion} · ${percent} confidence`,
  translation: (question: string) => `In English: “${question}”`,
  closestQuestion: (question: string) => `Closest question: “${question}”`,
  noAnswer: "· no answer yet",
  closestAnswer: (question: string) => `Closest answer: “${question}”`,
  closestExpired: "Expired",
  closestConfidence: (percent: string) => `(${percent} confidence)`,
  use: "Use suggestion",
  similarAnswers: "Answers to similar questions",
  useSimilar: "Use answer",
} as const;

export const trainingLabels = {
  train: "Train the bot",
  editQuestion: "Edit question",
  done: "Done",
  question: "Question",
  getsAnswer: "will get the answer above.",
  category: "Category",
  thisCommunity: "This community",
  chooseCategory: "Choose a category",
  currentAnswer: "Current answer",
  expired: (answer: string) => `${answer} (expired)`,
  noAnswer: "None",
  scope: "Applies to",
  communityOnly: (community: string) => `${community} only`,
  off: "The bot won't learn from this answer.",
} as const;

export const noticeLabels = {
  title: "Notify the homeowner",
  notify: "Notify homeowner",
  channel: "Channel",
  text: "Text",
  email: "Email",
  byText: "by text",
  byEmail: "by email, in the same thread",
  byChat: "in the web chat",
  chatHint: (email: string) =>
    email ? `Also emailed to ${email} if the visitor has left.` : "Shown in the visitor's chat.",
  nothingToPreview: (channel: Channel) =>
    `Write an answer to see a preview of the exact ${noticeName(channel)}.`,
  off: "The homeowner won't be notified. Your answer is saved.",
  toPhone: (phone: string, segments: number) =>
    `To ${phone} · ${segments} ${segments === 1 ? "segment" : "segments"}`,
  becauseOf: "because of",
  toEmail: (address: string, subject: string) => `To ${address} · “${subject}”`,
  previewFailed: (channel: Channel) => `The ${noticeName(channel)} preview isn't available.`,
  useText: "Notify by text",
  tryAgain: "Try again",
} as const;

export const outcomeLabels = {
  title: "Outcome",
  by: (outcome: string, reviewer: string) => `${outcome} by ${reviewer}`,
  staff: "staff",
  withinMinute: "within a minute",
  after: (age: string) => `after ${age}`,
  trained: "Bot trained",
  notTrained: "Bot not trained",
  trainedFor: (question: string) => `for “${question}”`,
  notNotified: "Homeowner not notified",
  notified: "Homeowner notified",
  notReached: "Homeowner not reached",
  notice: (channel: string, recipient: string) =>
    channel === "chat" ? "in the web chat" : `by ${channel} to ${recipient}`,
} as const;

export function dismissLabel(reason: DismissReason): string {
  return dismissReasons.find((one) => one.reason === reason)?.label ?? "Dismissed";
}

const mailStatuses: Partial<Record<MailStatus, string>> = {
  [MailStatus.QUEUED]: statusLabels.sending,
  [MailStatus.SENDING]: statusLabels.sending,
  [MailStatus.SENT]: statusLabels.sent,
  [MailStatus.KEPT]: "Saved to the outbox (no mail server)",
  [MailStatus.FAILED]: "Not sent",
  [MailStatus.UNKNOWN]: statusLabels.unknown,
};

/** Returns the delivery status of the email with its problem. */
export function mailLabel({ mailStatus, mailProblem }: Escalation): string {
  return [mailStatuses[mailStatus], mailProblem].filter(Boolean).join(". ");
}

/** Returns the label of the submit button. */
export function submitLabel(train: boolean, notify: boolean): string {
  if (train && notify) return "Answer, train and notify";
  if (train) return "Answer and train";
  return notify ? "Answer and notify" : "Answer";
}

/** Returns the question that trains the bot: its English translation if there is one. */
export function trainingQuestion({ question, questionInEnglish }: Escalation): string {
  return questionInEnglish || question;
}

/** "Sam Lee answered “When is bulk pickup?”:". */
export function similarAnswerLabel({ question, reviewedBy }: SimilarAnswer): string {
  return `${reviewedBy || "Staff"} answered “${showDirectionMarks(question)}”:`;
}

/** The button that replaces costly characters, with the segments of the text after it. */
export function replaceLabel(segments: number | undefined): string {
  const label = "Replace special characters";
  if (segments === undefined) return label;
  return `${label} (${segments} ${segments === 1 ? "segment" : "segments"})`;
}
