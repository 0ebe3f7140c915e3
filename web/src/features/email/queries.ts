// Queries and mutations of the email screen.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import {
  createConnectQueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { pagination } from "../../api/listing";
import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../gen/parlor/v1/outgoing_email_service_pb";
import { type EmailUrlState, outgoingStatuses, threadStates } from "./url-state";

const threads = EmailThreadService.method;
const outgoing = OutgoingEmailService.method;
const maxRows = 200;

export function useMailboxes() {
  return useQuery(
    MailboxService.method.listMailboxes,
    { limit: maxRows },
    { placeholderData: keepPreviousData },
  );
}

/** `query` must be debounced: each value is a search. */
export function useThreads({ folder, mailbox }: EmailUrlState, query: string) {
  const state = threadStates[folder];
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
      enabled: state !== undefined || query !== "",
    },
  );
}

export function useOutgoing({ folder, mailbox }: EmailUrlState, enabled: boolean) {
  const status = outgoingStatuses[folder] ?? EmailStatus.DRAFT;
  return useInfiniteQuery(
    outgoing.listOutgoingEmails,
    { mailboxId: mailbox, status, pageToken: "" },
    { ...pagination, placeholderData: keepPreviousData, enabled },
  );
}

export function useThread(id: string) {
  return useQuery(
    threads.getEmailThread,
    { id, limit: maxRows },
    {
      enabled: id !== "",
      placeholderData: (old) => (old?.thread?.id === id ? old : undefined),
    },
  );
}

export function useAssignees() {
  return useQuery(threads.listEmailAssignees, {});
}

/** Returns a function that refetches everything on the screen. */
export function useRefreshEmail() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [EmailThreadService, MailboxService, OutgoingEmailService].map((schema) =>
        client.invalidateQueries({
          queryKey: createConnectQueryKey({ schema, cardinality: undefined }),
        }),
      ),
    );
}

function useEmailMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshEmail();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useMark = () => useEmailMutation(threads.markEmailThread);
export const useAssign = () => useEmailMutation(threads.assignEmailThread);
export const useChangeState = () => useEmailMutation(threads.changeEmailThreadState);
export const useSaveDraft = () => useEmailMutation(outgoing.saveEmailDraft);
export const useDiscardDraft = () => useEmailMutation(outgoing.discardEmailDraft);
export const useSendDraft = () => useEmailMutation(outgoing.sendEmailDraft);
export const useCancelEmail = () => useEmailMutation(outgoing.cancelEmail);
export const useDeleteMailbox = () => useEmailMutation(MailboxService.method.deleteMailbox);
