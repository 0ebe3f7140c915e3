import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { KnowledgeService } from "../../gen/parlor/v1/knowledge_service_pb";
import { UnansweredQuestionService } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { toUnansweredQuestions } from "./unanswered-question";

const { listUnansweredQuestions } = UnansweredQuestionService.method;
/** Maximum number of questions, the most frequent and recent ones. */
const maxQuestions = 200;

/** Loads the unanswered questions of a community. */
export function useUnansweredQuestions(communityId: string) {
  const transport = useTransport();
  const query = useQuery({
    // Keyed below the answers, so that a change of an answer refreshes it.
    queryKey: createConnectQueryKey({
      schema: KnowledgeService.method.listAnswers,
      input: { communityId, pageToken: "unanswered questions" },
      transport,
      cardinality: "finite",
    }) as readonly unknown[],
    queryFn: ({ signal }) =>
      callUnaryMethod(
        transport,
        listUnansweredQuestions,
        { communityId, limit: maxQuestions },
        { signal },
      ),
  });
  const { data } = query;
  const list = useMemo(
    () => (data ? toUnansweredQuestions(data.unansweredQuestions) : undefined),
    [data],
  );
  return {
    /** Unset while loading, and after a failure. */
    list,
    pending: query.isPending,
    failed: !list && query.isError,
    /** More questions exist than are listed. */
    hasMore: data?.hasMore ?? false,
    retry: () => void query.refetch(),
  };
}

export type UnansweredQuestionsQuery = ReturnType<typeof useUnansweredQuestions>;
