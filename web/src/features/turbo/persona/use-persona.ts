// Queries and mutations of the persona sheet.

import { createConnectQueryKey, useQuery } from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { toProblem } from "../../../api/problem";
import { useStoreCommunity } from "../../../entities/community/use-store-community";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { PersonaPreviewService } from "../../../gen/parlor/v1/persona_preview_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import type { PersonaDraft } from "./persona-draft";

/** Pause in typing after which the preview refreshes, in milliseconds. */
const typingDelay = 600;

/** Returns a function that shows a changed persona where the community is loaded. */
export function useStorePersona(communityId: string) {
  const client = useQueryClient();
  const store = useStoreCommunity(communityId);
  return (textCommunity: TextCommunity | undefined) => {
    store(textCommunity);
    void client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: PersonaPreviewService, cardinality: undefined }),
    });
  };
}

/** Loads the reply to a question with an unsaved persona. */
export function usePreview(communityId: string, question: string, draft: PersonaDraft) {
  // Compared as text, because each render creates a new object.
  const json = JSON.stringify({
    communityId,
    question: question.trim(),
    firstContact: true,
    ...draft,
  });
  const debounced = useDebounced(json, typingDelay);
  const request = JSON.parse(debounced) as { question: string };
  const query = useQuery(PersonaPreviewService.method.previewPersona, JSON.parse(debounced), {
    enabled: request.question !== "",
    // Keeps the previous preview while the user types.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const wanted = question.trim() !== "";
  const problem = query.error ? toProblem(query.error) : undefined;
  return {
    response: wanted && !problem ? query.data : undefined,
    pending: wanted && (query.isFetching || debounced !== json),
    waiting: wanted && query.isLoading,
    problem: wanted && problem ? `${problem.title} ${problem.text}` : undefined,
    retry: () => void query.refetch(),
  };
}
