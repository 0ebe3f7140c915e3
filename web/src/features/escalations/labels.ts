// Labels of escalations.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { DismissReason, type Escalation } from "../../gen/parlor/v1/escalation_pb";
import type { SimilarAnswer } from "../../gen/parlor/v1/escalation_service_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { formatAge } from "../../lib/age";
import { showDirectionMarks } from "../../lib/direction-marks";
import { residentName } from "../../lib/names";

export const dismissReasons = [
  { reason: DismissReason.SPAM, label: "Spam", icon: "spam" },
  { reason: DismissReason.DUPLICATE, label: "Answered elsewhere", icon: "copy" },
  { reason: DismissReason.NOT_A_QUESTION, label: "Not a question", icon: "threads" },
] as const;

export function dismissLabel(reason: DismissReason): string {
  return dismissReasons.find((one) => one.reason === reason)?.label ?? "Dismissed";
}

/** Whether the question came by email. */
export function isFromEmail({ emailThreadId }: Escalation): boolean {
  return emailThreadId !== "";
}

/** Returns the resident's name; their phone or email address if unknown. */
export function residentLabel(escalation: Escalation): string {
  const { resident, phone } = escalation;
  if (isFromEmail(escalation) && !resident?.name) return resident?.email ?? "";
  return residentName(resident?.name, phone);
}

/** "Sam Ode, 118". */
export function residentAndUnit(escalation: Escalation): string {
  const unit = escalation.resident?.unit;
  return unit ? `${residentLabel(escalation)}, ${unit}` : residentLabel(escalation);
}

export function askedAt({ askedAt: at }: Escalation): Date {
  return at ? timestampDate(at) : new Date();
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** Returns the language, such as "Spanish"; empty for English. */
export function languageLabel({ language }: Escalation): string {
  return language ? (languages.of(language) ?? language) : "";
}

const mailStatuses: Partial<Record<MailStatus, string>> = {
  [MailStatus.QUEUED]: "Sending",
  [MailStatus.SENDING]: "Sending",
  [MailStatus.SENT]: "Sent",
  [MailStatus.KEPT]: "Saved to the outbox (no mail server)",
  [MailStatus.FAILED]: "Not sent",
  [MailStatus.UNKNOWN]: "Delivery status unknown",
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

/** Returns the median time to answer, such as "Median time to answer: 42 min"; empty if unknown. */
export function medianLabel(minutes: number | undefined): string {
  if (minutes === undefined) return "";
  const age = minutes < 1 ? "under 1 min" : formatAge(minutes * 60_000);
  return `Median time to answer: ${age}`;
}

/** Describes the content of an export. */
export function exportedLabel(count: number): string {
  const rows = count === 1 ? "1 escalation" : `${count.toLocaleString("en")} escalations`;
  return `The file has ${rows}, open and reviewed.`;
}

/** The button that replaces costly characters, with the segments of the text after it. */
export function replaceLabel(segments: number | undefined): string {
  const label = "Replace special characters";
  if (segments === undefined) return label;
  return `${label} (${segments} ${segments === 1 ? "segment" : "segments"})`;
}

export const labels = {
  textWillSent: "Text that will be sent",
  dismiss: "Dismiss",
  dismissText: "Dismiss…",
  draftSaved: (dateTime: string) => `Draft saved ${dateTime}`,
  trainingAndNotification: "Training and notification",
  enterAnAnswer: "Enter an answer.",
  emailIsntSetUp: "Email isn't set up. Notify by text instead.",
  answer: "Answer",
  yourAnswer: "Your answer",
  isWorkingOnThis: (who: string) => `${who} is working on this.`,
  claimed: (dateTime: string) => `Claimed ${dateTime}. `,
  takeOverAnswer: "Take over to answer it.",
  askThemRelease: "Ask them to release it.",
  takeOver: "Take over",
  escalation: "Escalation",
  couldntLoadThisQuestion: "Couldn't load this question",
  escalationFrom: (residentLabel: string) => `Escalation from ${residentLabel}`,
  theLastOneTook: (unit: string, communityLabel: string, time: string) =>
    ` The last one, ${unit} ${communityLabel}, took ${time}.`,
  noReviewedQuestions: "No reviewed questions",
  questionsAnswerDismissAppearHere: "Questions you answer or dismiss appear here.",
  showOpenQuestions: "Show open questions",
  show1ReviewedQuestion: "Show 1 reviewed question",
  showReviewedQuestions: (count: string) => `Show ${count} reviewed questions`,
  testTheBot: "Test the bot",
  youreAllCaughtUp: "You're all caught up",
  emailThread: "Email thread",
  nextPrevious: "next, previous",
  all: "all",
  skipClaimed: "Skip claimed",
  claimedByYou: "Claimed by you",
  dismissed: "Dismissed",
  trained: "Trained",
  answered: "Answered",
  email: "Email",
  allCommunities: "All communities",
  assignedToMe: "Assigned to me",
  community: "Community",
  order: "Order",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
  dismissLabel: (lowerCase: string) => `Dismiss: ${lowerCase}`,
  release: "Release",
  claim: "Claim",
  moreActions: "More actions",
  to: (phone: string, segments: number) => `To ${phone} · ${segments}`,
  becauseOf: "because of",
  notifyByText: "Notify by text",
  tryAgain: "Try again",
  toText: (to: string, subject: string) => `To ${to} · “${subject}”`,
  text: "Text",
  notifyTheHomeowner: "Notify the homeowner",
  notifyHomeowner: "Notify homeowner",
  emailSameThread: "by email, in the same thread",
  channel: "Channel",
  byText: "by text",
  writeAnswerSeePreviewExact: "Write an answer to see a preview of the exact",
  homeownerWontNotified: "The homeowner won't be notified. Your answer is saved.",
  escalations: "Escalations",
  show: "Show",
  open: "Open",
  reviewed: "Reviewed",
  answersLast30Days: "Answers from the last 30 days",
  export: "Export",
  allOpenReviewedEscalationsSpreadsheet: "All open and reviewed escalations as a spreadsheet.",
  reviewedEscalations: "Reviewed escalations",
  openEscalations: "Open escalations",
  couldntLoadEscalations: "Couldn't load escalations",
  loadingEscalations: "Loading escalations",
  homeownerNotNotified: "Homeowner not notified",
  homeownerNotReached: "Homeowner not reached",
  homeownerNotified: "Homeowner notified",
  by: "by",
  to2: (phone: string) => `to ${phone}`,
  outcome: "Outcome",
  botTrained: "Bot trained",
  botNotTrained: "Bot not trained",
  for: (question: string) => `for “${question}”`,
  answersToSimilarQuestions: "Answers to similar questions",
  useAnswer: "Use answer",
  expiredSuggestion: "Expired suggestion",
  suggested: "Suggested",
  confidence: (percent: string) => `· ${percent} confidence`,
  suggestionEdited: "Suggestion edited",
  inEnglish: (questionInEnglish: string) => `In English: “${questionInEnglish}”`,
  closestQuestion: (suggestedQuestion: string) => `Closest question: “${suggestedQuestion}”`,
  noAnswerYet: "· no answer yet",
  expired: "Expired",
  closestAnswer: (suggestedQuestion: string) => `Closest answer: “${suggestedQuestion}”`,
  confidenceText: (percent: string) => `(${percent} confidence)`,
  useSuggestion: "Use suggestion",
  thisCommunity: "This community",
  chooseACategory: "Choose a category",
  trainTheBot: "Train the bot",
  done: "Done",
  editQuestion: "Edit question",
  question: "Question",
  willGetAnswerAbove: "will get the answer above.",
  category: "Category",
  currentAnswer: "Current answer",
  none: "None",
  appliesTo: "Applies to",
  only: (communityLabel: string) => `${communityLabel} only`,
  botWontLearnAnswer: "The bot won't learn from this answer.",
  canUndoSec: (left: number) => `You can undo this for ${left} sec.`,
} as const;
