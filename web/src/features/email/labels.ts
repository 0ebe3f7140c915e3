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
  noEmails: "No emails yet",
  notChecked: "Emails arrive within a minute.",
  kind: "Where emails are kept",
  choose: "Choose an email",
  chooseText: "Select an email from the list to read it here.",
  noMatchingEmails: "No matching emails",
  noEmailsMatch: (words: string) => `No emails match “${words}”. Try the start of a word.`,
  clearSearch: "Clear search",
  couldntLoadEmails: "Couldn't load emails",
  loadingEmails: "Loading emails",
  unread: "Unread",
  hasAttachments: "Has attachments",
  noRecipient: "No recipient",
  noText: "No text",
  lastEmail: (dateTime: string) => `Last email ${dateTime}`,
  add: "Add",
  actionsFor: (displayName: string) => `Actions for ${displayName}`,
  folder: "Folder",
  mailboxAdded: "Mailbox added.",
  community: "Community",
  chooseACommunity: "Choose a community",
  emailAddress: "Email address",
  senderName: "Sender name",
  signature: "Signature",
  mailboxSaved: "Mailbox saved.",
  saveMailbox: "Save mailbox",
  mailboxDeleted: "Mailbox deleted.",
  delete: (displayName: string) => `Delete ${displayName}?`,
  re: (subject: string) => `Re: ${subject}`,
  deliverEmail: "Deliver email",
  homeownersName: "Homeowner's name",
  homeownersEmailAddress: "Homeowner's email address",
  text: "Text",
  scheduledEmail: "Scheduled email",
  to: (recipientsLabel: string) => `to ${recipientsLabel}`,
  scheduledFor: (at: string) => `Scheduled for ${at}.`,
} as const;

/** Labels of mail server fields. */
export const serverLabels = {
  host: "IMAP server",
  security: "Security",
  port: "Port",
  portHint: "Leave blank to use 993 with SSL/TLS, or 143 without.",
  username: "Username",
  password: "Password",
  keepPassword: "A password is saved. Leave blank to keep it.",
  newPassword: "Encrypted, and never shown again.",
  folders: "Folders",
  foldersHint: "Parlor reads these folders and changes nothing in them.",
} as const;

export const mailboxKinds = [
  {
    value: "server",
    label: "On a mail server",
    text: "Emails arrive over IMAP. Replies go out the way your company sends email.",
  },
  {
    value: "embedded",
    label: "In Parlor",
    text: "For trying things out: you write to it as a homeowner, and no email leaves Parlor.",
  },
] as const;

export const folders: Record<Folder, { label: string; icon: IconName }> = {
  inbox: { label: "Inbox", icon: "inbox" },
  snoozed: { label: "Snoozed", icon: "clock" },
  scheduled: { label: "Scheduled", icon: "calendar" },
  drafts: { label: "Drafts", icon: "note" },
  sent: { label: "Sent", icon: "send" },
  resolved: { label: "Resolved", icon: "check" },
};

export const emptyFolders: Record<Folder, { title: string; text: string }> = {
  inbox: { title: "You're all caught up", text: "Emails that need your team appear here." },
  snoozed: { title: "No snoozed emails", text: "Snoozed emails return at the time you choose." },
  scheduled: { title: "Nothing scheduled", text: "Scheduled emails appear here." },
  drafts: { title: "No drafts", text: "Emails that you start to write are saved here." },
  sent: { title: "No sent emails", text: "Emails that your team sends appear here." },
  resolved: {
    title: "No resolved emails",
    text: "Resolved emails appear here. A new email reopens them.",
  },
};
