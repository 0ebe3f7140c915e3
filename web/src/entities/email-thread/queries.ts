// Queries and mutations of mailboxes, email threads and outgoing emails.

import type { DescMethodUnary } from "@bufbuild/protobuf";
import { useMutation, useQuery } from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../gen/parlor/v1/outgoing_email_service_pb";

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

export function useAssignees() {
  return useQuery(threads.listEmailAssignees, {});
}

/** Returns a function that refetches mailboxes, threads, outgoing emails and the inbox. */
export function useRefreshEmail() {
  const client = useQueryClient();
  return () => refreshChanged(client, { kind: "EMAIL_THREAD" });
}

export function useEmailMutation<M extends DescMethodUnary>(method: M) {
  const refresh = useRefreshEmail();
  return useMutation<M["input"], M["output"]>(method as never, { onSettled: () => refresh() });
}

export const useMark = () => useEmailMutation(threads.markEmailThread);
export const useAssign = () => useEmailMutation(threads.assignEmailThread);
export const useSetThreadPriority = () => useEmailMutation(threads.setEmailThreadPriority);
export const useChangeState = () => useEmailMutation(threads.changeEmailThreadState);
export const useSaveDraft = () => useEmailMutation(outgoing.saveEmailDraft);
export const useAddAttachment = () => useEmailMutation(outgoing.addEmailAttachment);
export const useRemoveAttachment = () => useEmailMutation(outgoing.removeEmailAttachment);
export const useDiscardDraft = () => useEmailMutation(outgoing.discardEmailDraft);
export const useSendDraft = () => useEmailMutation(outgoing.sendEmailDraft);
export const useCancelEmail = () => useEmailMutation(outgoing.cancelEmail);
