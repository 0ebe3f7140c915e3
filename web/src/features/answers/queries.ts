// What these screens read and write of communities and their answers.

import type { Transport } from "@connectrpc/connect";
import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";

const most = 200;

/** Reads page after page; what has no end is not asked for here. */
async function everyPage<T>(
  read: (pageToken: string) => Promise<{ items: T[]; nextPageToken: string }>,
): Promise<T[]> {
  const all: T[] = [];
  let pageToken = "";
  do {
    const page = await read(pageToken);
    all.push(...page.items);
    pageToken = page.nextPageToken;
  } while (pageToken);
  return all;
}

function answersKey(transport: Transport, communityId: string) {
  // Under the service's key, so that a live event about answers reads it again.
  return createConnectQueryKey({
    schema: KnowledgeService.method.listAnswers,
    input: { communityId, pageToken: "every page" },
    transport,
    cardinality: "finite",
  }) as readonly unknown[];
}

/** All answers of a community: topics and their counts need every one of them. */
export function useAnswers(communityId: string | undefined, may = true) {
  const transport = useTransport();
  return useQuery({
    queryKey: answersKey(transport, communityId ?? ""),
    enabled: Boolean(communityId) && may,
    queryFn: ({ signal }) =>
      everyPage<Answer>(async (pageToken) => {
        const page = await callUnaryMethod(
          transport,
          KnowledgeService.method.listAnswers,
          { communityId: communityId ?? "", limit: most, pageToken },
          { signal },
        );
        return { items: page.answers, nextPageToken: page.nextPageToken };
      }),
  });
}

/** The communities that one may work on, by label. */
export function useCommunities() {
  const transport = useTransport();
  return useQuery({
    queryKey: createConnectQueryKey({
      schema: CommunityService.method.listTurboCommunities,
      input: { pageToken: "every page" },
      transport,
      cardinality: "finite",
    }) as readonly unknown[],
    queryFn: ({ signal }) =>
      everyPage(async (pageToken) => {
        const page = await callUnaryMethod(
          transport,
          CommunityService.method.listTurboCommunities,
          { limit: most, pageToken },
          { signal },
        );
        return { items: page.communities, nextPageToken: page.nextPageToken };
      }),
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
    readAgain: () => client.invalidateQueries({ queryKey: key }),
  };
}

export function useChangeAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.updateAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
    // Somebody was quicker, or it is gone: show what is there now.
    onError: () => cache.readAgain(),
  });
}

export function useAddAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.createAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
  });
}

export function useDropAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  return useMutation(KnowledgeService.method.deleteAnswer, {
    onSuccess: (_, { id }) => cache.remove(id ?? ""),
  });
}
