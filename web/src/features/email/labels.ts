// Copy of the email screen.

import { labels as threadLabels } from "../../entities/email-thread/labels";
import type { IconName } from "../../ui";
import type { Folder } from "./url-state";

export const labels = {
  ...threadLabels,
  title: "Email",
  newEmail: "New email",
  mailbox: "Mailbox",
  allMailboxes: "All mailboxes",
  folders: "Folders",
  mailboxes: "Mailboxes",
  search: "Search email",
  writeAsHomeowner: "Write as a homeowner",
  testIntro: "Deliver an email to this mailbox as a homeowner. No real email is sent.",
  delivered: "Email delivered.",
  duplicate: "The mailbox already has this email.",
  ignored: "The mailbox ignored its own email.",
  addMailbox: "Add mailbox",
  editMailbox: "Edit mailbox",
  deleteMailbox: "Delete mailbox",
  deleteText: "Its emails and drafts are deleted, and scheduled emails aren't sent.",
  embedded: "No emails yet",
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
