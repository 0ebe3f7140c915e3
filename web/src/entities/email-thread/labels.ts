// Labels of email threads and emails.

import {
  EmailKind,
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import type { IconName } from "../../ui";

export const labels = {
  replyAsHomeowner: "Reply as the homeowner",
  unknownSender: "Unknown sender",
  noSubject: "No subject",
  quoted: "Show quoted text",
  imagesText: "Showing images tells the sender that someone read this.",
  showImages: "Show images",
  tryAgain: "Try again",
  tooLarge: "Too large to keep",
  reply: "Reply",
  to: "To",
  cc: "Cc",
  subject: "Subject",
  text: "Your email",
  saved: "Draft saved",
  saving: "Saving draft",
  notSaved: "Draft not saved",
  discard: "Discard",
  schedule: "Schedule…",
  scheduleTitle: "Schedule email",
  scheduleHint: "In your time zone. You can cancel it until then.",
  send: "Send email",
  cancelSending: "Cancel sending",
  draftedByBot: "The bot drafted this reply.",
  notSent: (problem: string) => `This email wasn't sent. ${problem}`,
  from: "From",
  signature: "Signature:",
  emailFrom: (name: string) => `Email from ${name}`,
  attachments: "Attachments",
  replyAboutSent: "A reply is about to be sent.",
  email: "Email",
  couldntLoadThisEmail: "Couldn't load this email",
  emailResolved: "Email resolved.",
  emailSnoozed: "Email snoozed.",
  resolve: "Resolve",
  moveToInbox: "Move to inbox",
  you: (name: string) => `${name} (you)`,
  unassign: "Unassign",
  assign: "Assign",
  assignedByTheRule: (assignedByRule: string) => `Assigned by the rule “${assignedByRule}”`,
  markAsUnread: "Mark as unread",
  moreActions: "More actions",
  emailFrom2: (participantLabel: string) => `Email from ${participantLabel}`,
  emailScheduledFor: (dateTime: string) => `Email scheduled for ${dateTime}.`,
  emailTo: (name: string) => `Email to ${name}.`,
  sendingInSec: (seconds: number) => `Sending in ${seconds} sec.`,
} as const;

export const attachmentLabels = {
  attach: "Attach",
  attached: "Attached files",
  attaching: "Attaching…",
  wait: "A file is still being attached",
  remove: (name: string) => `Remove ${name}`,
  tooLarge: "A file can have up to 5 MB.",
  refused: (name: string, reason: string) => `${name} isn't attached. ${reason}`,
} as const;

type KindBadge = { label: string; icon: IconName; tone?: "warning" };

const kindBadges: Partial<Record<EmailKind, KindBadge>> = {
  [EmailKind.AUTO_REPLY]: { label: "Automatic reply, not answered", icon: "undo" },
  [EmailKind.BOUNCE]: { label: "Not delivered", icon: "warning", tone: "warning" },
  [EmailKind.BULK]: { label: "Bulk email", icon: "people" },
};

export function kindBadge(kind: EmailKind): KindBadge | undefined {
  return kindBadges[kind];
}

const statuses: Partial<Record<EmailStatus, string>> = {
  [EmailStatus.SCHEDULED]: "Scheduled",
  [EmailStatus.SENDING]: "Sending",
  [EmailStatus.BOUNCED]: "Not delivered",
};

/** Delivery status of a sent email; undefined once it is delivered. */
export function statusLabel(status: EmailStatus): string | undefined {
  return statuses[status];
}

/** The subject, or that there is none. */
export function subjectLabel({ subject }: { subject: string }): string {
  return showDirectionMarks(subject) || labels.noSubject;
}

/** The recipients of an email. */
export function recipientsLabel({ to, cc }: Pick<EmailMessage, "to" | "cc">): string {
  return showDirectionMarks([...to, ...cc].join(", "));
}

export function participantLabel({
  participantName,
  participantAddress,
}: Pick<EmailThread, "participantName" | "participantAddress">): string {
  return showDirectionMarks(participantName || participantAddress) || labels.unknownSender;
}

export function imagesLabel(count: number): string {
  return count === 1 ? "1 image blocked." : `${count} images blocked.`;
}

export function missingImagesLabel(count: number): string {
  return count === 1 ? "1 image couldn't be loaded." : `${count} images couldn't be loaded.`;
}

/** What the bot did with a received email, or a note that it wrote this one. */
export function botNoteLabel({ botNote, status }: EmailMessage): string {
  return status === EmailStatus.RECEIVED
    ? `Bot: ${botNote}`
    : `The bot wrote this email. ${botNote}`;
}
