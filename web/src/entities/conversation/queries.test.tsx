import { createRouterTransport } from "@connectrpc/connect";
import { TransportProvider, useQuery } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { useConversation, useMarkConversationRead, useReply, useTakeOver } from "./queries";

/** Serves two conversations of Elm. Reads of a conversation return it as it was first. */
function serve() {
  const calls: string[] = [];
  const old = (id: string) => ({ id, communityId: "elm", state: ConversationState.BOT, unread: 2 });
  const transport = createRouterTransport(({ service }) => {
    service(ConversationService, {
      getConversation: ({ id }) => {
        calls.push(`conversation ${id}`);
        return { conversation: old(id), messages: [{ id: "m1", body: "Is the pool open?" }] };
      },
      listConversations: ({ communityId }) => {
        calls.push(`conversations of ${communityId}`);
        return {};
      },
      markConversationRead: ({ id }) => ({ conversation: { ...old(id), unread: 0 } }),
      takeOverConversation: ({ id }) => ({
        conversation: { ...old(id), state: ConversationState.OPEN },
      }),
      sendReply: ({ id, body }) => ({ conversation: old(id), message: { id: "m2", body } }),
    });
  });
  return { calls, transport };
}

function useScreen() {
  const list = ConversationService.method.listConversations;
  return {
    pool: useConversation("pool", "").data,
    gym: useConversation("gym", "").data,
    elm: useQuery(list, { communityId: "elm" }).data,
    oak: useQuery(list, { communityId: "oak" }).data,
    reading: useMarkConversationRead(),
    taking: useTakeOver(),
    replying: useReply(),
  };
}

/** Shows two conversations and the lists of two communities, all loaded. */
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
    const { pool, gym, elm, oak } = result.current;
    expect([pool, gym, elm, oak]).not.toContain(undefined);
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

test("marking a conversation as read refreshes it and the lists of its community alone", async () => {
  const { calls, mutate } = await open();
  await mutate(({ reading }) => reading.mutate({ id: "pool" }), 5000);
  expect(calls.sort()).toEqual(["conversation pool", "conversations of elm"]);
});

test("a conversation that is taken over shows so before it is loaded again", async () => {
  const { calls, mutate, screen } = await open();
  await mutate(({ taking }) => taking.mutate({ id: "pool" }), 20);
  expect(calls).toEqual([]);
  expect(screen.current.pool?.conversation?.state).toBe(ConversationState.OPEN);
  expect(screen.current.gym?.conversation?.state).toBe(ConversationState.BOT);
});

test("a reply is shown before the conversation is loaded again", async () => {
  const { calls, mutate, screen } = await open();
  await mutate(({ replying }) => replying.mutate({ id: "pool", body: "From 9." }), 20);
  expect(calls).toEqual([]);
  expect(screen.current.pool?.messages.map(({ body }) => body)).toEqual([
    "Is the pool open?",
    "From 9.",
  ]);
});
