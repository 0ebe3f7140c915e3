// Copy of email threads and emails.

import {
  EmailKind,
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import type { IconName } from "../../ui";

export const labels = {
  unknownSender: "Unknown sender",
  noSubject: "No subject",

  email: "Email",
  emailFrom: (name: string) => `Email from ${name}`,
  failed: "Couldn't load this email",
  resolve: "Resolve",
  resolved: "Email resolved.",
  snoozed: "Email snoozed.",
  moveToInbox: "Move to inbox",
  assign: "Assign",
  unassign: "Unassign",
  you: (name: string) => `${name} (you)`,
  assignedByRule: (rule: string) => `Assigned by the rule “${rule}”`,
  moreActions: "More actions",
  markUnread: "Mark as unread",
  replyAsHomeowner: "Reply as the homeowner",

  recipients: (recipients: string) => `to ${recipients}`,
  quoted: "Show quoted text",
  imagesText: "Showing images tells the sender that someone read this.",
  showImages: "Show images",
  tryAgain: "Try again",
  attachments: "Attachments",
  tooLarge: "Too large to keep",

  reply: "Reply",
  replyQueued: "A reply is about to be sent.",
  draftedByBot: "The bot drafted this reply.",
  from: "From",
  to: "To",
  cc: "Cc",
  subject: "Subject",
  text: "Your email",
  signature: "Signature:",
  saved: "Draft saved",
  saving: "Saving draft",
  notSaved: "Draft not saved",
  notSent: (problem: string) => `This email wasn't sent. ${problem}`,
  discard: "Discard",
  schedule: "Schedule…",
  scheduleTitle: "Schedule email",
  scheduleHint: "In your time zone. You can cancel it until then.",
  scheduled: (time: string) => `Email scheduled for ${time}.`,
  send: "Send email",
  sent: (name: string) => `Email to ${name}.`,
  sendingIn: (seconds: number) => `Sending in ${seconds} sec.`,
  cancelSending: "Cancel sending",
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
