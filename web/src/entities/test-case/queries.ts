// Queries and mutations of the test cases of a community.

import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deleteWithUndo, usePendingDeletions } from "../../forms/delete-with-undo";
import { type TestCase, TestCaseService } from "../../gen/parlor/v1/test_case_service_pb";

const list = TestCaseService.method.listTestCases;
const pageSize = 200;

function useCache(communityId: string) {
  const client = useQueryClient();
  const transport = useTransport();
  const queryKey = createConnectQueryKey({
    schema: list,
    input: { communityId, pageToken: "every page" },
    transport,
    cardinality: "finite",
  }) as readonly unknown[];
  const set = (change: (before: TestCase[]) => TestCase[]) =>
    client.setQueryData<TestCase[]>(queryKey, (before = []) => change(before));
  return {
    queryKey,
    transport,
    set,
    put: (one: TestCase | undefined) => {
      if (!one) return;
      set((before) =>
        before.some(({ id }) => id === one.id)
          ? before.map((other) => (other.id === one.id ? one : other))
          : [one, ...before],
      );
    },
  };
}

/** Loads all test cases of a community, newest first. */
export function useTestCases(communityId: string) {
  const { queryKey, transport } = useCache(communityId);
  const leaving = usePendingDeletions();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const all: TestCase[] = [];
      const request = { communityId, limit: pageSize, pageToken: "" };
      do {
        const page = await callUnaryMethod(transport, list, request, { signal });
        all.push(...page.testCases);
        request.pageToken = page.nextPageToken;
      } while (request.pageToken);
      return all;
    },
  });
  return { query, cases: query.data?.filter(({ id }) => !leaving.has(id)) };
}

export function useCreateTestCase(communityId: string) {
  const cache = useCache(communityId);
  return useMutation(TestCaseService.method.createTestCase, {
    onSuccess: ({ testCase }) => cache.put(testCase),
  });
}

export function useUpdateTestCase(communityId: string) {
  const cache = useCache(communityId);
  return useMutation(TestCaseService.method.updateTestCase, {
    onSuccess: ({ testCase }) => cache.put(testCase),
  });
}

/** Runs all test cases and updates the list with their outcomes. */
export function useRunTestCases(communityId: string) {
  const cache = useCache(communityId);
  return useMutation(TestCaseService.method.runTestCases, {
    onSuccess: ({ results }) =>
      cache.set(() => results.flatMap(({ testCase }) => (testCase ? [testCase] : []))),
  });
}

export function useDeleteTestCase(communityId: string) {
  const cache = useCache(communityId);
  const { mutateAsync } = useMutation(TestCaseService.method.deleteTestCase, {
    onSuccess: (_, { id }) => cache.set((before) => before.filter((one) => one.id !== id)),
  });
  return ({ id, question }: TestCase) => {
    const drop = () => mutateAsync({ communityId, id });
    deleteWithUndo({ id, question, title: "Test case deleted.", drop });
  };
}
