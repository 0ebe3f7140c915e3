import { useMutation, useQuery } from "@connectrpc/connect-query";
import { toastError, toastFailure } from "../../../forms/toast-error";
import { AnswerHistoryService } from "../../../gen/parlor/v1/answer_history_service_pb";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { toast } from "../../../ui";
import { useCacheAnswer } from "../queries";
import { labels } from "./labels";

const { listAnswerVersions, listRemovedAnswers, restoreAnswer } = AnswerHistoryService.method;

/** Loads the versions of an answer, newest first. */
export function useVersions(communityId: string, id: string) {
  return useQuery(listAnswerVersions, { communityId, id });
}

/** Loads the removed answers of a community, most recently removed first. */
export function useRemovedAnswers(communityId: string) {
  return useQuery(listRemovedAnswers, { communityId, limit: 200 });
}

/** Restores an earlier version, with undo. */
export function useRestoreAnswer(communityId: string) {
  const put = useCacheAnswer(communityId);
  const restore = useMutation(restoreAnswer, { onSuccess: ({ answer }) => put(answer) });

  async function bring(id: string, version: bigint, currentVersion = 0n) {
    const { answer } = await restore.mutateAsync({ communityId, id, version, currentVersion });
    return answer;
  }

  /** Restores a version. `now` is the current state. */
  async function back(now: Pick<Answer, "id" | "version">, version: bigint) {
    try {
      const answer = await bring(now.id, version, now.version);
      toast.undo({
        title: labels.versionRestored,
        text: labels.usedFromNow,
        onUndo: () => {
          bring(now.id, now.version, answer?.version).catch((error: unknown) =>
            toastFailure(labels.undoFailed, error),
          );
        },
      });
      return true;
    } catch (error) {
      toastFailure(labels.versionFailed, error);
      return false;
    }
  }

  /** Confirms that an answer was saved, and offers to restore the version before. */
  function offerUndo(before: Answer, saved: Answer | undefined) {
    toast.undo({
      title: labels.saved,
      text: labels.usedFromNow,
      onUndo: () => {
        bring(before.id, before.version, saved?.version).catch(toastError);
      },
    });
  }

  /** Whether this version is being restored. */
  const brings = (id: string, version = 0n) =>
    restore.isPending && restore.variables?.id === id && restore.variables.version === version;

  return { back, bring, brings, offerUndo };
}
