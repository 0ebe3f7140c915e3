import { useQuery } from "@connectrpc/connect-query";
import { useMemo } from "react";
import { UnansweredQuestionService } from "../../gen/parlor/v1/unanswered_question_service_pb";
import { toUnansweredQuestions } from "./unanswered-question";

const { listUnansweredQuestions } = UnansweredQuestionService.method;
/** Maximum number of questions, the most frequent and recent ones. */
const maxQuestions = 200;

/** Loads the unanswered questions of a community. */
export function useUnansweredQuestions(communityId: string) {
  const query = useQuery(listUnansweredQuestions, { communityId, limit: maxQuestions });
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
