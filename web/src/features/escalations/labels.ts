// What escalations are called.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { DismissReason, type Escalation } from "../../gen/parlor/v1/escalation_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { residentName } from "../../lib/names";

export const dismissReasons = [
  { reason: DismissReason.SPAM, label: "Spam", icon: "spam" },
  { reason: DismissReason.DUPLICATE, label: "Answered elsewhere", icon: "copy" },
  { reason: DismissReason.NOT_A_QUESTION, label: "Not a question", icon: "threads" },
] as const;

export function dismissLabel(reason: DismissReason): string {
  return dismissReasons.find((one) => one.reason === reason)?.label ?? "Dismissed";
}

/** The resident's name, or the phone where nobody knows it. */
export function residentLabel({ resident, phone }: Escalation): string {
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

/** "Spanish"; nothing for English. */
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

/** Where the mail stands, and why. */
export function mailLabel({ mailStatus, mailProblem }: Escalation): string {
  return [mailStatuses[mailStatus], mailProblem].filter(Boolean).join(". ");
}

/** The button is named by what happens. */
export function submitLabel(train: boolean, notify: boolean): string {
  if (train && notify) return "Answer, train and notify";
  if (train) return "Answer and train";
  return notify ? "Answer and notify" : "Answer";
}

/** What the bot learns a question as: in English where it was put into that. */
export function trainingQuestion({ question, questionInEnglish }: Escalation): string {
  return questionInEnglish || question;
}

/** What a file of escalations holds. */
export function exportedLabel(count: number): string {
  const rows = count === 1 ? "1 escalation" : `${count.toLocaleString("en")} escalations`;
  return `${rows}, open and reviewed, are in the file.`;
}
