// Queries and mutations of a community's answers.

import type { Transport } from "@connectrpc/connect";
import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";

const list = KnowledgeService.method.listAnswers;
const pageSize = 200;

function answersKey(transport: Transport, communityId: string) {
  // Keyed below the service, so that events about answers refresh it.
  return createConnectQueryKey({
    schema: list,
    input: { communityId, pageToken: "every page" },
    transport,
    cardinality: "finite",
  }) as readonly unknown[];
}

/** Query that loads all answers of a community. */
export function answersQuery(transport: Transport, communityId: string) {
  return queryOptions({
    queryKey: answersKey(transport, communityId),
    queryFn: async ({ signal }) => {
      const all: Answer[] = [];
      const request = { communityId, limit: pageSize, pageToken: "" };
      do {
        const page = await callUnaryMethod(transport, list, request, { signal });
        all.push(...page.answers);
        request.pageToken = page.nextPageToken;
      } while (request.pageToken);
      return all;
    },
  });
}

/** Loads all answers of a community, because categories and counts need every one. */
export function useAnswers(communityId: string | undefined, may = true) {
  const transport = useTransport();
  return useQuery({
    ...answersQuery(transport, communityId ?? ""),
    enabled: Boolean(communityId) && may,
  });
}

/** Updates the cached queries with an answer that the server returned. */
function useAnswerCache(communityId: string) {
  const client: QueryClient = useQueryClient();
  const transport = useTransport();
  const key = answersKey(transport, communityId);
  return {
    put: (answer: Answer | undefined) => {
      if (!answer) return;
      client.setQueryData<Answer[]>(key, (all = []) => [
        ...all.filter((one) => one.id !== answer.id),
        answer,
      ]);
    },
    remove: (id: string) => {
      client.setQueryData<Answer[]>(key, (all) => all?.filter((one) => one.id !== id));
    },
    refresh: () => client.invalidateQueries({ queryKey: key }),
  };
}

/** Returns a function that caches an answer that was changed elsewhere. */
export function useCacheAnswer(communityId: string) {
  return useAnswerCache(communityId).put;
}

export function useUpdateAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.updateAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
    // A colleague changed or deleted it first: loads the current state.
    onError: () => cache.refresh(),
  });
}

export function useCreateAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.createAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
  });
}

export function useRemoveAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.deleteAnswer, {
    onSuccess: (_, { id }) => cache.remove(id ?? ""),
  });
}
