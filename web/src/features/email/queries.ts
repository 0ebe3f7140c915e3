// Queries and mutations of the email screen.

import { useInfiniteQuery, useMutation } from "@connectrpc/connect-query";
import { keepPreviousData } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { useMailboxes, useRefreshEmail } from "../../entities/email-thread/queries";
import {
  type EmailMessage,
  EmailStatus,
  type EmailThread,
  EmailThreadState,
} from "../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import type { Mailbox } from "../../gen/parlor/v1/mailbox_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../gen/parlor/v1/outgoing_email_service_pb";
import { type EmailUrlState, outgoingStatuses, threadStates } from "./url-state";

const threads = EmailThreadService.method;
const outgoing = OutgoingEmailService.method;

/** Returns what lists of a mailbox's emails tell about themselves to live events. */
function useMailboxMeta(id: string) {
  const mailboxes = useMailboxes().data?.mailboxes;
  return { communityId: mailboxes?.find((mailbox) => mailbox.id === id)?.communityId };
}

/** `query` must be debounced: each value is a search. */
function useThreads({ folder, mailbox }: EmailUrlState, query: string) {
  const state = threadStates[folder];
  const meta = useMailboxMeta(mailbox);
  return useInfiniteQuery(
    threads.listEmailThreads,
    {
      mailboxId: mailbox,
      state: query ? EmailThreadState.UNSPECIFIED : (state ?? EmailThreadState.UNSPECIFIED),
      query,
      pageToken: "",
    },
    {
      ...pagination,
      placeholderData: keepPreviousData,
      meta,
      enabled: state !== undefined || query !== "",
    },
  );
}

export function useOutgoing({ folder, mailbox }: EmailUrlState, enabled: boolean) {
  const status = outgoingStatuses[folder] ?? EmailStatus.DRAFT;
  const meta = useMailboxMeta(mailbox);
  return useInfiniteQuery(
    outgoing.listOutgoingEmails,
    { mailboxId: mailbox, status, pageToken: "" },
    { ...pagination, placeholderData: keepPreviousData, meta, enabled },
  );
}

/** An email in the list: a thread, or an email that was or will be sent. */
export type EmailRow = { id: string; thread?: EmailThread; message?: EmailMessage };

/** Returns the emails of a folder, or those found. `words` must be debounced, and find threads in every folder. */
export function useEmailRows(urlState: EmailUrlState, words: string) {
  const isOutgoing = outgoingStatuses[urlState.folder] !== undefined && words === "";
  const threads = useThreads(urlState, words);
  const outgoing = useOutgoing(urlState, isOutgoing);
  const rows: EmailRow[] | undefined = isOutgoing
    ? outgoing.data?.pages.flatMap(({ messages }) =>
        messages.map((message) => ({ id: message.id, message })),
      )
    : threads.data?.pages.flatMap((page) =>
        page.threads.map((thread) => ({ id: thread.id, thread })),
      );
  return { isOutgoing, rows, query: isOutgoing ? outgoing : threads };
}

export function useDeleteMailbox({ communityId }: Mailbox) {
  const refresh = useRefreshEmail();
  return useMutation(MailboxService.method.deleteMailbox, {
    onSettled: () => void refresh(communityId),
  });
}
