// Queries and mutations of a community's answers.

import type { Transport } from "@connectrpc/connect";
import { useMutation } from "@connectrpc/connect-query";
import { useQueryClient } from "@tanstack/react-query";
import { refreshChanged } from "../../api/event-refresher";
import { allPagesQuery, pagedList, useAllPages, useUpdateAllPages } from "../../api/use-all-pages";
import { usePendingDeletions } from "../../forms/delete-with-undo";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";

const list = pagedList(KnowledgeService.method.listAnswers, "answers");

/** Query that loads all answers of a community. */
export function answersQuery(transport: Transport, communityId: string) {
  return allPagesQuery(transport, list, { communityId });
}

/** Loads all answers of a community, because categories and counts need every one. */
export function useAnswers(communityId = "", may = true) {
  return useAllPages(list, { communityId }, { enabled: communityId !== "" && may });
}

/** Loads a community's answers. Leaves out those that were deleted and can still be restored with Undo. */
export function useListedAnswers(communityId: string) {
  const { data, isError } = useAnswers(communityId);
  const deleted = usePendingDeletions();
  return { data: data?.filter(({ id }) => !deleted.has(id)), isError };
}

/** Returns a function that refetches all that depends on the answers of a community. */
export function useRefreshAnswers() {
  const client = useQueryClient();
  return (communityId: string) => refreshChanged(client, { kind: "ANSWER", communityId });
}

/** Updates the cached answers with one that the server returned. */
function useAnswerCache(communityId: string) {
  const update = useUpdateAllPages(list, { communityId });
  return {
    put: (answer: Answer | undefined) => {
      if (answer) update((all) => [...all.filter(({ id }) => id !== answer.id), answer]);
    },
    remove: (id: string) => {
      update((all) => all.filter((one) => one.id !== id));
    },
  };
}

/** Returns a function that caches an answer that was changed elsewhere. */
export function useCacheAnswer(communityId: string) {
  return useAnswerCache(communityId).put;
}

export function useUpdateAnswer(communityId: string) {
  const cache = useAnswerCache(communityId);
  const refresh = useRefreshAnswers();
  return useMutation(KnowledgeService.method.updateAnswer, {
    onSuccess: ({ answer }) => cache.put(answer),
    // A colleague changed or deleted it first: loads the current state.
    onError: () => void refresh(communityId),
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
