import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { createConnectQueryKey, TransportProvider } from "@connectrpc/connect-query";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { type Answer, AnswerSchema } from "../gen/parlor/v1/answer_pb";
import { KnowledgeService, type ListAnswersRequest } from "../gen/parlor/v1/knowledge_service_pb";
import { pagedList, useAllPages, useUpdateAllPages } from "./use-all-pages";

const list = pagedList(KnowledgeService.method.listAnswers, "answers");

/** Serves pages of answers by their tokens. The first has an empty token. */
function open(pages: Record<string, { ids: string[]; nextPageToken: string }>) {
  const requests: ListAnswersRequest[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(KnowledgeService, {
      listAnswers(request) {
        requests.push(request);
        const page = pages[request.pageToken];
        if (!page) throw new ConnectError("Down", Code.Internal);
        return { answers: page.ids.map((id) => ({ id })), nextPageToken: page.nextPageToken };
      },
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <TransportProvider transport={transport}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </TransportProvider>
  );
  return { client, transport, wrapper, requests };
}

const threePages = {
  "": { ids: ["a", "b"], nextPageToken: "second" },
  second: { ids: ["c"], nextPageToken: "third" },
  third: { ids: ["d"], nextPageToken: "" },
};

const toIds = (rows: readonly Answer[] | undefined) => rows?.map(({ id }) => id);
const answer = (id: string) => create(AnswerSchema, { id });

test("all pages are one array, and none is shown before the last one is loaded", async () => {
  const { wrapper, requests } = open(threePages);
  const seen: (string[] | undefined)[] = [];
  const { result } = renderHook(
    () => {
      const query = useAllPages(list, { communityId: "elm" });
      seen.push(toIds(query.data));
      return query;
    },
    { wrapper },
  );
  await waitFor(() => expect(toIds(result.current.data)).toEqual(["a", "b", "c", "d"]));
  expect(seen.filter((ids) => ids && ids.length < 4)).toEqual([]);
  expect(
    requests.map(({ communityId, limit, pageToken }) => [communityId, limit, pageToken]),
  ).toEqual([
    ["elm", 200, ""],
    ["elm", 200, "second"],
    ["elm", 200, "third"],
  ]);
});

test("the query key is derived from the method and the request", async () => {
  const { client, transport, wrapper } = open(threePages);
  const { result } = renderHook(() => useAllPages(list, { communityId: "elm" }), { wrapper });
  await waitFor(() => expect(result.current.isSuccess).toBe(true));
  const queryKey = createConnectQueryKey({
    schema: KnowledgeService.method.listAnswers,
    input: { communityId: "elm", limit: 200 },
    transport,
    cardinality: "infinite",
  });
  expect(client.getQueryData(queryKey)).toMatchObject({ pageParams: ["", "second", "third"] });
});

test("a list without a last page is read up to 100 pages", async () => {
  const { wrapper, requests } = open({
    "": { ids: ["a"], nextPageToken: "again" },
    again: { ids: ["b"], nextPageToken: "again" },
  });
  const { result } = renderHook(() => useAllPages(list, { communityId: "elm" }), { wrapper });
  await waitFor(() => expect(result.current.data).toHaveLength(100));
  expect(requests).toHaveLength(100);
});

test("a failed page fails the list", async () => {
  const { wrapper } = open({ "": { ids: ["a"], nextPageToken: "second" } });
  const { result } = renderHook(() => useAllPages(list, { communityId: "elm" }), { wrapper });
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(result.current.data).toBeUndefined();
});

test("a disabled list is not loaded", () => {
  const { wrapper, requests } = open(threePages);
  const options = { enabled: false };
  renderHook(() => useAllPages(list, { communityId: "elm" }, options), { wrapper });
  expect(requests).toEqual([]);
});

test("changed rows are shown immediately and replaced by the next load", async () => {
  const { client, wrapper } = open(threePages);
  const { result } = renderHook(
    () => ({
      ids: toIds(useAllPages(list, { communityId: "elm" }).data),
      update: useUpdateAllPages(list, { communityId: "elm" }),
    }),
    { wrapper },
  );
  await waitFor(() => expect(result.current.ids).toHaveLength(4));
  act(() => {
    result.current.update((rows) => [...rows.filter(({ id }) => id !== "b"), answer("e")]);
  });
  await waitFor(() => expect(result.current.ids).toEqual(["a", "c", "d", "e"]));
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(result.current.ids).toEqual(["a", "b", "c", "d"]));
});

test("changing rows before they are loaded does not create a list", async () => {
  const { client, wrapper } = open(threePages);
  const { result } = renderHook(() => useUpdateAllPages(list, { communityId: "elm" }), { wrapper });
  act(() => {
    result.current((rows) => [...rows, answer("e")]);
  });
  expect(client.getQueryCache().getAll()).toEqual([]);
});
