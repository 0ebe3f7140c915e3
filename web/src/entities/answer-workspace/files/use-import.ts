import {
  callUnaryMethod,
  createConnectQueryKey,
  useMutation,
  useTransport,
} from "@connectrpc/connect-query";
import { useQuery } from "@tanstack/react-query";
import { isResultLost } from "../../../api/result-lost";
import { type ImportedFile, useImportFile } from "../../../forms";
import {
  AnswerFileService,
  type ImportAnswersResponse,
} from "../../../gen/parlor/v1/answer_file_service_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { labels as answerLabels } from "../../answer/labels";
import { useRefreshAnswers } from "../../answer/queries";
import type { ReplayState } from "../../answer/replay/use-replay";
import { useOfferUndo } from "../../answer/undo-changes";
import { importLabels } from "./import-labels";

const { importAnswers } = AnswerFileService.method;
const { replayQuestions } = ReplayService.method;

export const countChanges = ({ added, changed }: ImportAnswersResponse) => added + changed;

/** Previews a file, imports exactly what was previewed, and offers to undo all of it. */
export function useImport(communityId: string, onDone: () => void) {
  const refresh = useRefreshAnswers();
  const offerUndo = useOfferUndo();
  const previewing = useMutation(importAnswers);
  const applying = useMutation(importAnswers, {
    onSettled: () => void refresh(communityId),
  });
  return useImportFile<ImportAnswersResponse>({
    megabytes: 5,
    preview: ({ data, isChecked }) =>
      previewing.mutateAsync({ communityId, data, keepAnswered: isChecked, dryRun: true }),
    apply: async ({ data, isChecked }, { preview }) => {
      const request = { communityId, data, keepAnswered: isChecked, preview };
      const response = await applying.mutateAsync(request);
      const { changes } = response;
      const done = importLabels.imported(answerLabels.answerCount(changes.length));
      if (!isResultLost(response)) {
        offerUndo({ communityId, changes, done, back: importLabels.undone });
      }
      onDone();
    },
  });
}

/** Replays recent questions with the changes of a previewed file. */
export function useFileReplay(
  communityId: string,
  file: ImportedFile | undefined,
  previewed: ImportAnswersResponse | undefined,
): ReplayState {
  const transport = useTransport();
  const { data = "", isChecked = false } = file ?? {};
  const key = { schema: replayQuestions, input: { communityId }, transport };
  const query = useQuery({
    // The digest of the changes stands for the file, which takes long to hash.
    queryKey: [
      ...createConnectQueryKey({ ...key, cardinality: "finite" }),
      { preview: previewed?.preview },
    ],
    queryFn: ({ signal }) => {
      const request = { communityId, data, keepAnswered: isChecked };
      return callUnaryMethod(transport, replayQuestions, request, { signal });
    },
    enabled: Boolean(file && previewed && countChanges(previewed) > 0),
    staleTime: 60_000,
    // The query holds the file.
    gcTime: 60_000,
    retry: false,
  });
  return {
    replay: query.data,
    waiting: query.isFetching,
    failed: query.isError,
    retry: () => void query.refetch(),
  };
}
