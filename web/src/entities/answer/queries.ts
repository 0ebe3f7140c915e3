// What these screens read and write of a community's answers.

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
  // Under the service's key, so that a live event about answers reads it again.
  return createConnectQueryKey({
    schema: list,
    input: { communityId, pageToken: "every page" },
    transport,
    cardinality: "finite",
  }) as readonly unknown[];
}

/** How all answers of a community are read. */
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

/** All answers of a community: categories and their counts need every one of them. */
export function useAnswers(communityId: string | undefined, may = true) {
  const transport = useTransport();
  return useQuery({
    ...answersQuery(transport, communityId ?? ""),
    enabled: Boolean(communityId) && may,
  });
}

/** Puts what the server said about one answer where it is shown. */
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

/** What the server said about an answer, for whoever changed it elsewhere. */
export function useCacheAnswer(communityId: string) {
  return useAnswerCache(communityId).put;
}

export function useUpdateAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.updateAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
    // Somebody was quicker, or it is gone: show what is there now.
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
