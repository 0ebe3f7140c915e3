// What escalations are called.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { DismissReason, type Escalation } from "../../gen/parlor/v1/escalation_pb";
import { MailStatus } from "../../gen/parlor/v1/mail_service_pb";
import { phoneWords } from "../../lib/names";

export const dismissals = [
  { reason: DismissReason.SPAM, label: "Spam", icon: "spam" },
  { reason: DismissReason.DUPLICATE, label: "Answered elsewhere", icon: "copy" },
  { reason: DismissReason.NOT_A_QUESTION, label: "Not a question", icon: "threads" },
] as const;

export function dismissalWords(reason: DismissReason): string {
  return dismissals.find((one) => one.reason === reason)?.label ?? "Dismissed";
}

/** The resident's name, or the phone where nobody knows it. */
export function nameOf({ resident, phone }: Escalation): string {
  return resident?.name || phoneWords(phone);
}

/** "Sam Ode, 118". */
export function nameAndUnit(escalation: Escalation): string {
  const unit = escalation.resident?.unit;
  return unit ? `${nameOf(escalation)}, ${unit}` : nameOf(escalation);
}

export function askedAt({ askedAt: at }: Escalation): Date {
  return at ? timestampDate(at) : new Date();
}

const languages = new Intl.DisplayNames("en", { type: "language" });

/** "Spanish"; nothing for English. */
export function languageWords({ language }: Escalation): string {
  return language ? (languages.of(language) ?? language) : "";
}

const mailStatuses: Partial<Record<MailStatus, string>> = {
  [MailStatus.QUEUED]: "Waiting to leave",
  [MailStatus.SENDING]: "Sending",
  [MailStatus.SENT]: "Sent",
  [MailStatus.KEPT]: "Kept: there is no mail server",
  [MailStatus.FAILED]: "Not sent",
  [MailStatus.UNKNOWN]: "Nobody knows whether it left",
};

/** Where the mail stands, and why. */
export function mailWords({ mailStatus, mailProblem }: Escalation): string {
  return [mailStatuses[mailStatus], mailProblem].filter(Boolean).join(". ");
}

/** The button is named by what happens. */
export function actWords(train: boolean, notify: boolean): string {
  if (train && notify) return "Answer, train and notify";
  if (train) return "Answer and train";
  return notify ? "Answer and notify" : "Answer";
}

/** What the bot learns a question as: in English where it was put into that. */
export function learntAs({ question, questionInEnglish }: Escalation): string {
  return questionInEnglish || question;
}
