import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Brought, useImportFile } from "../../../forms";
import { useOfferUndo } from "../../../forms/undo-changes";
import {
  AnswerFileService,
  type ImportAnswersResponse,
} from "../../../gen/parlor/v1/answer_file_service_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import type { Replay } from "../replay/use-replay";

const { importAnswers } = AnswerFileService.method;
const { replayQuestions } = ReplayService.method;

export const changesOf = ({ added, changed }: ImportAnswersResponse) => added + changed;

export const answersWords = (count: number) =>
  count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`;

/** A file is looked at, and then imported as it was seen; all of it can be taken back. */
export function useImport(communityId: string, onDone: () => void) {
  const client = useQueryClient();
  const offerUndo = useOfferUndo();
  const look = useMutation(importAnswers);
  const take = useMutation(importAnswers, {
    onSettled: () =>
      client.invalidateQueries({
        queryKey: createConnectQueryKey({ schema: KnowledgeService, cardinality: undefined }),
      }),
  });
  return useImportFile<ImportAnswersResponse>({
    megabytes: 5,
    look: ({ data, ticked }) =>
      look.mutateAsync({ communityId, data, keepAnswered: ticked, dryRun: true }),
    take: async ({ data, ticked }, { preview }) => {
      const asked = { communityId, data, keepAnswered: ticked, preview };
      const { changes } = await take.mutateAsync(asked);
      const done = `${answersWords(changes.length)} imported.`;
      offerUndo({ communityId, changes, done, back: "The import is taken back." });
      onDone();
    },
  });
}

/** What a file that was looked at would do to the last questions. */
export function useFileReplay(
  communityId: string,
  file: Brought | undefined,
  would: ImportAnswersResponse | undefined,
): Replay {
  const transport = useTransport();
  const query = useQuery({
    // By what the file would do: the file itself is long.
    queryKey: [
      ...createConnectQueryKey({ schema: replayQuestions, transport, cardinality: "finite" }),
      would?.preview,
    ],
    queryFn: ({ signal }) => {
      const { data = "", ticked = false } = file ?? {};
      const asked = { communityId, data, keepAnswered: ticked };
      return callUnaryMethod(transport, replayQuestions, asked, { signal });
    },
    enabled: Boolean(file && would && changesOf(would) > 0),
    staleTime: 60_000,
    retry: false,
  });
  return {
    replay: query.data,
    waiting: query.isFetching,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
