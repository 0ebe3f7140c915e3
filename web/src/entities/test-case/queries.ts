// Queries and mutations of the test cases of a community.

import { useMutation } from "@connectrpc/connect-query";
import { pagedList, useAllPages, useUpdateAllPages } from "../../api/use-all-pages";
import { deleteWithUndo, usePendingDeletions } from "../../forms/delete-with-undo";
import { type TestCase, TestCaseService } from "../../gen/parlor/v1/test_case_service_pb";
import { labels } from "./labels";

const list = pagedList(TestCaseService.method.listTestCases, "testCases");

/** Updates the cached test cases with what the server returned. */
function useCache(communityId: string) {
  const update = useUpdateAllPages(list, { communityId });
  return {
    update,
    put: (one: TestCase | undefined) => {
      if (!one) return;
      update((before) =>
        before.some(({ id }) => id === one.id)
          ? before.map((other) => (other.id === one.id ? one : other))
          : [one, ...before],
      );
    },
  };
}

/** Loads all test cases of a community, newest first. */
export function useTestCases(communityId: string) {
  const leaving = usePendingDeletions();
  const query = useAllPages(list, { communityId });
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
      cache.update(() => results.flatMap(({ testCase }) => (testCase ? [testCase] : []))),
  });
}

export function useDeleteTestCase(communityId: string) {
  const cache = useCache(communityId);
  const { mutateAsync } = useMutation(TestCaseService.method.deleteTestCase, {
    onSuccess: (_, { id }) => cache.update((before) => before.filter((one) => one.id !== id)),
  });
  return ({ id, question }: TestCase) => {
    const drop = () => mutateAsync({ communityId, id });
    deleteWithUndo({ id, name: question, title: labels.deleted, drop });
  };
}
