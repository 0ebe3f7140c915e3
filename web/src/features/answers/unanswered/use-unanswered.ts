import { callUnaryMethod, createConnectQueryKey, useTransport } from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { GapService } from "../../../gen/parlor/v1/gap_service_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { unansweredOf } from "./rules";

const { listGaps } = GapService.method;
/** So many questions are listed, those asked most and last. */
const most = 200;

/** What a community's residents asked in vain. */
export function useUnanswered(communityId: string) {
  const transport = useTransport();
  const query = useQuery({
    // Under the key of what is known, so that an event about an answer reads it again.
    queryKey: createConnectQueryKey({
      schema: KnowledgeService.method.listAnswers,
      input: { communityId, pageToken: "asked in vain" },
      transport,
      cardinality: "finite",
    }) as readonly unknown[],
    queryFn: ({ signal }) =>
      callUnaryMethod(transport, listGaps, { communityId, limit: most }, { signal }),
  });
  const { data } = query;
  const list = useMemo(() => (data ? unansweredOf(data.gaps) : undefined), [data]);
  return {
    /** Unset while they are read, and when they did not come. */
    list,
    pending: query.isPending,
    failed: !list && query.isError,
    /** There are more, or older ones that were not looked at. */
    more: data?.more ?? false,
    retry: () => void query.refetch(),
  };
}

export type AskedInVain = ReturnType<typeof useUnanswered>;
