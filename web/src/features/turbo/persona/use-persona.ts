// What the persona's sheet reads and writes.

import { create } from "@bufbuild/protobuf";
import { createConnectQueryKey, useQuery, useTransport } from "@connectrpc/connect-query";
import { keepPreviousData, useQueryClient } from "@tanstack/react-query";
import { toProblem } from "../../../api/problem";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import {
  CommunityService,
  GetCommunityResponseSchema,
} from "../../../gen/parlor/v1/community_service_pb";
import { PersonaPreviewService } from "../../../gen/parlor/v1/persona_preview_service_pb";
import { useDebounced } from "../../../lib/use-debounced";
import type { PersonaDraft } from "./persona-draft";

/** So long one has stopped writing, in milliseconds. */
const typingDelay = 600;

/** Shows at once what was changed here. */
export function useStoredCommunity(id: string) {
  const client = useQueryClient();
  const transport = useTransport();
  return (textCommunity: TextCommunity | undefined) => {
    if (!textCommunity) return;
    const key = { schema: CommunityService.method.getCommunity, input: { id }, transport };
    client.setQueryData(createConnectQueryKey({ ...key, cardinality: "finite" }), (before) =>
      create(GetCommunityResponseSchema, { ...before, textCommunity }),
    );
    void client.invalidateQueries({
      queryKey: createConnectQueryKey({ schema: PersonaPreviewService, cardinality: undefined }),
    });
  };
}

/** How the bot would say it with a persona that is not saved. */
export function usePreview(communityId: string, question: string, draft: PersonaDraft) {
  // As text, because every render makes the draft anew.
  const now = JSON.stringify({
    communityId,
    question: question.trim(),
    firstContact: true,
    ...draft,
  });
  const rested = useDebounced(now, typingDelay);
  const asked = JSON.parse(rested) as { question: string };
  const query = useQuery(PersonaPreviewService.method.previewPersona, JSON.parse(rested), {
    enabled: asked.question !== "",
    // While one writes on, what was said stays.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
  const wanted = question.trim() !== "";
  const problem = query.error ? toProblem(query.error) : undefined;
  return {
    said: wanted && !problem ? query.data : undefined,
    pending: wanted && (query.isFetching || rested !== now),
    waiting: wanted && query.isLoading,
    problem: wanted && problem ? `${problem.title} ${problem.text}` : undefined,
    retry: () => void query.refetch(),
  };
}
