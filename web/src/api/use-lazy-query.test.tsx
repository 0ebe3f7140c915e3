import { createRouterTransport } from "@connectrpc/connect";
import { createConnectQueryKey, TransportProvider } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { KnowledgeService, type ListAnswersResponse } from "../gen/parlor/v1/knowledge_service_pb";
import { useLazyQuery } from "./use-lazy-query";

const method = KnowledgeService.method.listAnswers;
const toIds = ({ answers }: ListAnswersResponse) => answers.map(({ id }) => id);

function open() {
  const waiting: (() => void)[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(KnowledgeService, {
      async listAnswers({ communityId }) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return { answers: [{ id: `pool of ${communityId}` }] };
      },
    });
  });
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TransportProvider>
  );
  /** Lets the server respond to the next request. */
  const respond = async () => {
    await waitFor(() => expect(waiting).toHaveLength(1));
    waiting.pop()?.();
  };
  return { client, transport, wrapper, respond };
}

test("the response is stored under the method's own key, and stays until the next one", async () => {
  const { client, transport, wrapper, respond } = open();
  const load = async () => method;
  const { result, rerender } = renderHook(
    ({ communityId }) => useLazyQuery(load, { communityId }, { enabled: true, select: toIds }),
    { wrapper, initialProps: { communityId: "elm" } },
  );
  expect(result.current).toBeUndefined();
  await respond();
  await waitFor(() => expect(result.current).toEqual(["pool of elm"]));
  const key = { schema: method, transport, input: { communityId: "elm" } };
  expect(
    client.getQueryData(createConnectQueryKey({ ...key, cardinality: "finite" })),
  ).toMatchObject({ answers: [{ id: "pool of elm" }] });

  rerender({ communityId: "oak" });
  expect(result.current).toEqual(["pool of elm"]);
  await respond();
  await waitFor(() => expect(result.current).toEqual(["pool of oak"]));
});

test("a disabled query loads neither the contract nor data", () => {
  const { client, wrapper } = open();
  const load = vi.fn(async () => method);
  renderHook(() => useLazyQuery(load, {}, { enabled: false, select: toIds }), { wrapper });
  expect(load).not.toHaveBeenCalled();
  expect(client.getQueryCache().getAll()).toEqual([]);
});

test("a contract that fails to load leaves the query without data", async () => {
  const { client, wrapper } = open();
  const load = vi.fn(() => Promise.reject(new Error("The file is gone")));
  const { result } = renderHook(
    () => useLazyQuery(load as never, {}, { enabled: true, select: toIds as never }),
    { wrapper },
  );
  await waitFor(() => expect(load).toHaveBeenCalled());
  expect(result.current).toBeUndefined();
  expect(client.getQueryCache().getAll()).toEqual([]);
});
