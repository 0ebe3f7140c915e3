// Copy of an open thread: its actions, its emails and the composer.

import { type EmailMessage, EmailStatus } from "../../gen/parlor/v1/email_thread_pb";

export const threadLabels = {
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

  recipients: (recipients: string) => `to ${recipients}`,
  quoted: "Show quoted text",
  imagesText: "Showing images tells the sender that someone read this.",
  showImages: "Show images",
  tryAgain: "Try again",
  attachments: "Attachments",
  tooLarge: "Too large to save",

  reply: "Reply",
  replyQueued: "A reply is about to be sent.",
  draftedByBot: "The bot drafted this reply.",
  from: "From",
  to: "To",
  toPlaceholder: "name@example.com",
  cc: "Cc",
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
  notSentTo: (name: string) => (name ? `Couldn't email ${name}.` : "Couldn't send your email."),
} as const;

export const attachmentLabels = {
  attach: "Attach",
  attached: "Attached files",
  attaching: "Attaching…",
  wait: "A file is still being attached",
  remove: (name: string) => `Remove ${name}`,
  tooLarge: "Files can be up to 5 MB.",
  refused: (name: string, reason: string) => `${name} wasn't attached. ${reason}`,
} as const;

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
