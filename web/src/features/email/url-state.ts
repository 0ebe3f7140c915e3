// The state of the email screen, kept in the URL.

import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export const folderNames = ["inbox", "snoozed", "scheduled", "drafts", "sent", "resolved"] as const;
export type Folder = (typeof folderNames)[number];

export const threadStates: Partial<Record<Folder, EmailThreadState>> = {
  inbox: EmailThreadState.OPEN,
  snoozed: EmailThreadState.SNOOZED,
  resolved: EmailThreadState.RESOLVED,
};

export const outgoingStatuses: Partial<Record<Folder, EmailStatus>> = {
  scheduled: EmailStatus.SCHEDULED,
  drafts: EmailStatus.DRAFT,
  sent: EmailStatus.SENT,
};

export type EmailUrlState = {
  folder: Folder;
  /** Empty means all mailboxes. */
  mailbox: string;
  words: string;
  /** ID of the open thread. */
  id: string;
  /** ID of the open draft or scheduled email; "new" for a new one. */
  email: string;
};

const paramNames = ["folder", "mailbox", "words", "id", "email"] as const;

function isFolder(text: string): text is Folder {
  return (folderNames as readonly string[]).includes(text);
}

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: EmailUrlState): string {
  const params = new URLSearchParams();
  for (const name of paramNames) {
    const value = urlState[name];
    if (value && value !== "inbox") params.set(name, value);
  }
  return `?${params}`;
}

const codec: UrlStateCodec<EmailUrlState> = {
  read(params) {
    const get = (name: (typeof paramNames)[number]) => params.get(name) ?? "";
    const folder = get("folder");
    return {
      folder: isFolder(folder) ? folder : "inbox",
      mailbox: get("mailbox"),
      words: get("words"),
      id: get("id"),
      email: get("email"),
    };
  },
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useEmailUrlState = () => useUrlState(codec);
