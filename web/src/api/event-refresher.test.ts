import { createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import type { Change } from "./event-queries";
import { refreshChanged } from "./event-refresher";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const { getConversation } = ConversationService.method;
const responseTime = 200;

/** Shows conversations "a" and "b", whose requests begin now. */
function open() {
  const calls: string[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(ConversationService, {
      async getConversation({ id }) {
        calls.push(id);
        await new Promise((resolve) => setTimeout(resolve, responseTime));
        return {};
      },
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  for (const id of ["a", "b"]) {
    const options = createQueryOptions(getConversation, { id }, { transport });
    (new QueryObserver(client, options) as unknown as QueryObserver).subscribe(() => {});
  }
  return { client, calls };
}

async function openLoaded() {
  const { client, calls } = open();
  await vi.advanceTimersByTimeAsync(5000);
  calls.length = 0;
  return { client, calls };
}

const change: Change = { kind: "CONVERSATION", communityId: "elm", subject: "a" };

test("a change by this user and its event refresh a query once", async () => {
  const { client, calls } = await openLoaded();
  void refreshChanged(client, change);
  await vi.advanceTimersByTimeAsync(20);
  void refreshChanged(client, change);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["a"]);
});

test("changes by this user refresh a query at most once a second", async () => {
  const { client, calls } = await openLoaded();
  for (let step = 0; step < 20; step++) {
    void refreshChanged(client, change);
    await vi.advanceTimersByTimeAsync(100);
  }
  // Two seconds have passed: at 50 ms and at 1,050 ms.
  expect(calls).toEqual(["a", "a"]);
});

test("a change is reported as refreshed once the new data is loaded", async () => {
  const { client } = await openLoaded();
  const onRefreshed = vi.fn();
  void refreshChanged(client, change).then(onRefreshed);
  await vi.advanceTimersByTimeAsync(responseTime);
  expect(onRefreshed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(onRefreshed).toHaveBeenCalledOnce();
});

test("a query that changes while it loads for the first time loads again", async () => {
  const { client, calls } = open();
  await vi.advanceTimersByTimeAsync(responseTime / 2);
  expect(calls).toEqual(["a", "b"]);
  void refreshChanged(client, change);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["a", "b", "a"]);
});
