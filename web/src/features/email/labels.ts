// Copy of the email screen.

import { EmailKind, EmailStatus, type EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import type { IconName } from "../../ui";
import type { Folder } from "./url-state";

export const labels = {
  title: "Email",
  newEmail: "New email",
  mailbox: "Mailbox",
  allMailboxes: "All mailboxes",
  folders: "Folders",
  mailboxes: "Mailboxes",
  search: "Search email",
  writeAsHomeowner: "Write as a homeowner",
  replyAsHomeowner: "Reply as the homeowner",
  testIntro: "Deliver an email to this mailbox as a homeowner. No real email is sent.",
  delivered: "Email delivered.",
  duplicate: "The mailbox already has this email.",
  ignored: "The mailbox ignored its own email.",
  addMailbox: "Add mailbox",
  editMailbox: "Edit mailbox",
  deleteMailbox: "Delete mailbox",
  deleteText: "Its emails and drafts are deleted, and scheduled emails aren't sent.",
  embedded: "No emails yet",
  unknownSender: "Unknown sender",
  noSubject: "No subject",
  quoted: "Show quoted text",
  imagesText: "Images can tell the sender that you read this.",
  tooLarge: "Too large to keep",
  reply: "Reply",
  backToList: "Back to list",
  to: "To",
  cc: "Cc",
  subject: "Subject",
  text: "Your email",
  saved: "Draft saved",
  saving: "Saving draft",
  notSaved: "Draft not saved",
  discard: "Discard",
  schedule: "Schedule…",
  send: "Send email",
  cancelSending: "Cancel sending",
  choose: "Choose an email",
  chooseText: "Select an email from the list to read it here.",
} as const;

export const folders: Record<Folder, { label: string; icon: IconName }> = {
  inbox: { label: "Inbox", icon: "inbox" },
  snoozed: { label: "Snoozed", icon: "clock" },
  scheduled: { label: "Scheduled", icon: "calendar" },
  drafts: { label: "Drafts", icon: "note" },
  sent: { label: "Sent", icon: "send" },
  resolved: { label: "Resolved", icon: "check" },
};

export const emptyFolders: Record<Folder, { title: string; text: string }> = {
  inbox: { title: "All caught up", text: "Emails that need your team appear here." },
  snoozed: { title: "No snoozed emails", text: "Snoozed emails return at the time you choose." },
  scheduled: { title: "Nothing scheduled", text: "Emails that wait for their time appear here." },
  drafts: { title: "No drafts", text: "Emails that you start to write are saved here." },
  sent: { title: "No sent emails", text: "Emails that your team sends appear here." },
  resolved: {
    title: "No resolved emails",
    text: "Resolved emails appear here. A new email reopens them.",
  },
};

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
  [EmailStatus.BOUNCED]: "Not delivered",
};

/** What a sent email says about its delivery; nothing for a delivered one. */
export function statusLabel(status: EmailStatus): string | undefined {
  return statuses[status];
}

export function participantLabel({
  participantName,
  participantAddress,
}: Pick<EmailThread, "participantName" | "participantAddress">): string {
  return participantName || participantAddress || labels.unknownSender;
}

export function imagesLabel(count: number): string {
  return count === 1 ? "1 image blocked." : `${count} images blocked.`;
}

const kilobyte = 1024;

/** "412 kB", "1.8 MB". */
export function formatSize(bytes: number): string {
  if (bytes < kilobyte) return `${bytes} B`;
  if (bytes < kilobyte ** 2) return `${Math.round(bytes / kilobyte)} kB`;
  return `${(bytes / kilobyte ** 2).toFixed(1)} MB`;
}
