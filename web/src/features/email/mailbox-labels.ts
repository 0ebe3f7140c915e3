// Copy of the dialogs of mailboxes.

export const mailboxLabels = {
  add: "Add mailbox",
  added: "Mailbox added.",
  community: "Community",
  address: "Email address",
  senderName: "Sender name",
  signature: "Signature",
  kind: "Mailbox type",
  save: "Save mailbox",
  saved: "Mailbox saved.",
  deleteTitle: (mailbox: string) => `Delete ${mailbox}?`,
  deleteText: "Its emails and drafts are deleted, and scheduled emails aren't sent.",
  deleted: "Mailbox deleted.",
} as const;

/** Copy of the dialog in which staff write as a homeowner. */
export const testLabels = {
  intro: "Deliver an email to this mailbox as a homeowner. No real email is sent.",
  name: "Homeowner's name",
  address: "Homeowner's email address",
  replySubject: (subject: string) => `Re: ${subject}`,
  text: "Text",
  deliver: "Deliver email",
  delivered: "Email delivered.",
  duplicate: "The mailbox already has this email.",
  ignored: "A mailbox ignores emails from its own address.",
} as const;

/** Labels of mail server fields. */
export const serverLabels = {
  host: "IMAP server",
  security: "Security",
  port: "Port",
  portHint: "Leave blank to use 993 with SSL/TLS, or 143 without.",
  username: "Username",
  password: "Password",
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
    text: "For testing: you write to it as a homeowner, and no real email is sent.",
  },
] as const;
