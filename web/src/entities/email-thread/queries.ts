// Queries and mutations of mailboxes, email threads and outgoing emails.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { pagedList, useAllPages } from "../../api/use-all-pages";
import type { EmailMessage, EmailThread } from "../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../gen/parlor/v1/outgoing_email_service_pb";
import {
  communityOfMailbox,
  communityOfThread,
  hideEmail,
  showEmail,
  showThread,
} from "./loaded-threads";

const threads = EmailThreadService.method;
const outgoing = OutgoingEmailService.method;

/** Methods of the internal notes on an email thread. */
export const emailNotes = {
  list: threads.listEmailNotes,
  add: threads.addEmailNote,
  remove: threads.deleteEmailNote,
};

const maxRows = 200;

export function useMailboxes() {
  return useQuery(
    MailboxService.method.listMailboxes,
    { limit: maxRows },
    { placeholderData: keepPreviousData },
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

/** Loads the remote images of an email. Nothing is loaded before `mutate` is called. */
export function useLoadImages() {
  return useMutation(threads.loadEmailImages);
}

const assignees = pagedList(threads.listEmailAssignees, "assignees");

/** Loads the users to whom threads can be assigned. */
export function useAssignees() {
  return useAllPages(assignees, {});
}

/** Returns a function that refetches the mailboxes, and the emails and the inbox of a community. */
export function useRefreshEmail() {
  const client = useQueryClient();
  return (communityId: string, threadId = "") =>
    refreshChanged(client, { kind: "EMAIL_THREAD", communityId, subject: threadId });
}

/** All requests of mutations have the ID of the thread or of the email. */
const toId = (request: unknown) => (request as { id?: string }).id ?? "";

/** Shows a changed thread at once, and refetches it and the lists of its community. */
function useThreadMutation<M extends DescMethodUnary>(method: M) {
  const client = useQueryClient();
  const refresh = useRefreshEmail();
  return useMutation<M["input"], M["output"]>(method as never, {
    onSuccess: (response) => {
      const { thread } = response as { thread?: EmailThread };
      if (thread) showThread(client, thread);
    },
    onSettled: (_response, _error, request) => {
      const id = toId(request);
      void refresh(communityOfThread(client, id), id);
    },
  });
}

export const useMark = () => useThreadMutation(threads.markEmailThread);
export const useAssign = () => useThreadMutation(threads.assignEmailThread);
export const useSetThreadPriority = () => useThreadMutation(threads.setEmailThreadPriority);
export const useChangeState = () => useThreadMutation(threads.changeEmailThreadState);

/** Shows a changed email in its thread at once, and refetches what contains it. */
function useOutgoingMutation<M extends DescMethodUnary>(
  method: M,
  kind: "EMAIL_THREAD" | "EMAIL_DRAFT",
) {
  const client = useQueryClient();
  return useMutation<M["input"], M["output"]>(method as never, {
    onSuccess: (response) => {
      const { message } = response as { message?: EmailMessage };
      if (message) showEmail(client, message);
    },
    onSettled: (response) => {
      const { message } = (response ?? {}) as { message?: EmailMessage };
      const communityId = communityOfMailbox(client, message?.mailboxId ?? "");
      void refreshChanged(client, {
        kind,
        communityId,
        // As in events: an email without a thread stands for itself.
        subject: message?.threadId || (message?.id ?? ""),
      });
    },
  });
}

export const useSaveDraft = () => useOutgoingMutation(outgoing.saveEmailDraft, "EMAIL_DRAFT");
export const useAddAttachment = () =>
  useOutgoingMutation(outgoing.addEmailAttachment, "EMAIL_DRAFT");
export const useRemoveAttachment = () =>
  useOutgoingMutation(outgoing.removeEmailAttachment, "EMAIL_DRAFT");
export const useSendDraft = () => useOutgoingMutation(outgoing.sendEmailDraft, "EMAIL_THREAD");
export const useCancelEmail = () => useOutgoingMutation(outgoing.cancelEmail, "EMAIL_THREAD");

export function useDiscardDraft() {
  const client = useQueryClient();
  return useMutation(outgoing.discardEmailDraft, {
    onSuccess: (_response, { id = "" }) => hideEmail(client, id),
    onSettled: () => void refreshChanged(client, { kind: "EMAIL_DRAFT" }),
  });
}

/**
 * Returns a function that cancels an email before it is sent and discards it. Its draft is not shown
 * in between.
 */
export function useWithdrawEmail() {
  const client = useQueryClient();
  const canceling = useMutation(outgoing.cancelEmail);
  const discarding = useDiscardDraft();
  return async (email: { id: string }) => {
    await canceling.mutateAsync(email);
    await discarding.mutateAsync(email);
    void refreshChanged(client, { kind: "EMAIL_THREAD" });
  };
}
