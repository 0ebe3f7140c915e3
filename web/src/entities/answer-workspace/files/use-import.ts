import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { isResultLost } from "../../../api/result-lost";
import { type ImportedFile, useImportFile } from "../../../forms";
import {
  AnswerFileService,
  type ImportAnswersResponse,
} from "../../../gen/parlor/v1/answer_file_service_pb";
import { KnowledgeService } from "../../../gen/parlor/v1/knowledge_service_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import type { ReplayState } from "../../answer/replay/use-replay";
import { useOfferUndo } from "../../answer/undo-changes";

const { importAnswers } = AnswerFileService.method;
const { replayQuestions } = ReplayService.method;

export const countChanges = ({ added, changed }: ImportAnswersResponse) => added + changed;

export const answersLabel = (count: number) =>
  count === 1 ? "1 answer" : `${count.toLocaleString("en")} answers`;

/** Previews a file, imports exactly what was previewed, and offers to undo all of it. */
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
    preview: ({ data, ticked }) =>
      look.mutateAsync({ communityId, data, keepAnswered: ticked, dryRun: true }),
    apply: async ({ data, ticked }, { preview }) => {
      const asked = { communityId, data, keepAnswered: ticked, preview };
      const response = await take.mutateAsync(asked);
      const { changes } = response;
      const done = `${answersLabel(changes.length)} imported.`;
      if (!isResultLost(response)) {
        offerUndo({ communityId, changes, done, back: "Import undone." });
      }
      onDone();
    },
  });
}

/** Replays recent questions with the changes of a previewed file. */
export function useFileReplay(
  communityId: string,
  file: ImportedFile | undefined,
  would: ImportAnswersResponse | undefined,
): ReplayState {
  const transport = useTransport();
  const query = useQuery({
    // Keyed by the changes, because the file itself is large.
    queryKey: [
      ...createConnectQueryKey({ schema: replayQuestions, transport, cardinality: "finite" }),
      would?.preview,
    ],
    queryFn: ({ signal }) => {
      const { data = "", ticked = false } = file ?? {};
      const asked = { communityId, data, keepAnswered: ticked };
      return callUnaryMethod(transport, replayQuestions, asked, { signal });
    },
    enabled: Boolean(file && would && countChanges(would) > 0),
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
