import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider, useQuery } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { EmailStatus, EmailThreadState } from "../../gen/parlor/v1/email_thread_pb";
import { EmailThreadService } from "../../gen/parlor/v1/email_thread_service_pb";
import { InboxService } from "../../gen/parlor/v1/inbox_service_pb";
import { MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";
import { OutgoingEmailService } from "../../gen/parlor/v1/outgoing_email_service_pb";
import {
  useChangeState,
  useDiscardDraft,
  useMailboxes,
  useSaveDraft,
  useSendDraft,
  useThread,
  useWithdrawEmail,
} from "./queries";

/** Serves two threads of Elm. Reads of a thread return it as it was first. */
function serve() {
  const calls: string[] = [];
  const called = <T,>(name: string, response: T) => {
    calls.push(name);
    return response;
  };
  const thread = (id: string) => ({ id, mailboxId: "office", communityId: "elm" });
  const draft = { id: "d1", mailboxId: "office", threadId: "pool", text: "From 9." };
  const transport = createRouterTransport(({ service }) => {
    service(EmailThreadService, {
      getEmailThread: ({ id }) => called(`thread ${id}`, { thread: thread(id) }),
      changeEmailThreadState: ({ id, state }) => ({ thread: { ...thread(id), state } }),
    });
    service(MailboxService, {
      listMailboxes: () =>
        called("mailboxes", { mailboxes: [{ id: "office", communityId: "elm" }] }),
    });
    service(OutgoingEmailService, {
      listOutgoingEmails: () => called("outgoing emails", {}),
      saveEmailDraft: () => ({ message: { ...draft, status: EmailStatus.DRAFT } }),
      cancelEmail: () => ({ message: { ...draft, status: EmailStatus.DRAFT } }),
      discardEmailDraft: () => ({}),
      sendEmailDraft: () => ({ message: { ...draft, status: EmailStatus.SCHEDULED } }),
    });
    service(InboxService, {
      listInboxItems: ({ communityId }) => called(`inbox of ${communityId}`, {}),
    });
  });
  return { calls, transport };
}

function useScreen() {
  const inbox = InboxService.method.listInboxItems;
  return {
    pool: useThread("pool").data,
    gym: useThread("gym").data,
    lists: [
      useMailboxes().data,
      useQuery(OutgoingEmailService.method.listOutgoingEmails, {}).data,
      useQuery(inbox, { communityId: "elm" }).data,
      useQuery(inbox, { communityId: "oak" }).data,
    ],
    changing: useChangeState(),
    saving: useSaveDraft(),
    sending: useSendDraft(),
    discarding: useDiscardDraft(),
    withdraw: useWithdrawEmail(),
  };
}

/** Shows two threads, the mailboxes, the outgoing emails and the inboxes of two communities. */
async function open() {
  const { calls, transport } = serve();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TransportProvider>
  );
  const { result } = renderHook(useScreen, { wrapper });
  await waitFor(() => {
    const { pool, gym, lists } = result.current;
    expect([pool, gym, ...lists]).not.toContain(undefined);
  });
  calls.length = 0;
  vi.useFakeTimers();
  /** Runs a mutation and lets time pass, in milliseconds. */
  const mutate = (run: (screen: ReturnType<typeof useScreen>) => void, time: number) =>
    act(async () => {
      run(result.current);
      await vi.advanceTimersByTimeAsync(time);
    });
  return { calls, mutate, screen: result };
}

afterEach(() => void vi.useRealTimers());

const reply = { mailboxId: "office", threadId: "pool", text: "From 9." };

test("saving a draft refreshes its thread and what lists drafts, and not the inbox", async () => {
  const { calls, mutate } = await open();
  await mutate(({ saving }) => saving.mutate(reply), 5000);
  expect(calls.sort()).toEqual(["mailboxes", "outgoing emails", "thread pool"]);
});

test("resolving a thread refreshes it and the lists of its community alone", async () => {
  const { calls, mutate } = await open();
  const state = EmailThreadState.RESOLVED;
  await mutate(({ changing }) => changing.mutate({ id: "pool", state }), 5000);
  expect(calls.sort()).toEqual(["inbox of elm", "mailboxes", "outgoing emails", "thread pool"]);
});

test("a draft, its sending and a new state are shown before the thread is loaded again", async () => {
  const { calls, mutate, screen } = await open();
  await mutate(({ saving }) => saving.mutate(reply), 10);
  expect(screen.current.pool?.draft?.text).toBe("From 9.");
  await mutate(({ sending }) => sending.mutate({ id: "d1" }), 10);
  expect(screen.current.pool?.draft).toBeUndefined();
  expect(screen.current.pool?.messages.map(({ id }) => id)).toEqual(["d1"]);
  const state = EmailThreadState.RESOLVED;
  await mutate(({ changing }) => changing.mutate({ id: "pool", state }), 10);
  expect(screen.current.pool?.thread?.state).toBe(state);
  expect(screen.current.gym?.messages).toEqual([]);
  expect(calls).toEqual([]);
});

test("a discarded draft is no longer shown", async () => {
  const { mutate, screen } = await open();
  await mutate(({ saving }) => saving.mutate(reply), 10);
  await mutate(({ discarding }) => discarding.mutate({ id: "d1" }), 10);
  expect(screen.current.pool?.draft).toBeUndefined();
});

test("an email that is withdrawn before it is sent is no longer shown", async () => {
  const { calls, mutate, screen } = await open();
  await mutate(({ sending }) => sending.mutate({ id: "d1" }), 10);
  await mutate(({ withdraw }) => void withdraw({ id: "d1" }), 10);
  expect(screen.current.pool?.messages).toEqual([]);
  expect(screen.current.pool?.draft).toBeUndefined();
  expect(calls).toEqual([]);
});
