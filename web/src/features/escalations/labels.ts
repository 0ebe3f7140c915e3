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
