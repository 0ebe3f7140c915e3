// Copy of the folders and the list of the email screen.

import { emptyLabels } from "../../entities/conversation/empty-labels";
import type { IconName } from "../../ui";
import type { Folder } from "./url-state";

export const labels = {
  title: "Email",
  newEmail: "New email",
  mailbox: "Mailbox",
  allMailboxes: "All mailboxes",
  folder: "Folder",
  folders: "Folders",
  mailboxes: "Mailboxes",
  add: "Add",
  lastEmail: (time: string) => `Last email ${time}`,
  notChecked: "Emails arrive within a minute.",
  noEmails: "No emails yet",
  actionsFor: (mailbox: string) => `Actions for ${mailbox}`,
  writeAsHomeowner: "Write as a homeowner",
  editMailbox: "Edit mailbox",
  deleteMailbox: "Delete mailbox",
  search: "Search email",
  clearSearch: "Clear search",
  noMatches: "No matching emails",
  noMatchesText: (words: string) => `No emails match “${words}”. Try the start of a word.`,
  loading: "Loading emails",
  loadFailed: "Couldn't load emails",
  unread: "Unread",
  hasAttachments: "Has attachments",
  noRecipient: "No recipient",
  noText: "No text",
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
  inbox: { title: emptyLabels.caughtUp, text: "Emails that need your team appear here." },
  snoozed: { title: "No snoozed emails", text: "Snoozed emails return at the time you choose." },
  scheduled: { title: "Nothing scheduled", text: "Scheduled emails appear here." },
  drafts: { title: "No drafts", text: "Emails you start are saved here." },
  sent: { title: "No sent emails", text: "Emails that your team sends appear here." },
  resolved: {
    title: "No resolved emails",
    text: "Resolved emails appear here. A new email reopens them.",
  },
};
