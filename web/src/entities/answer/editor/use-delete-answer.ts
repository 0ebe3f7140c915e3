import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { deleteWithUndo } from "../../../forms/delete-with-undo";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { useRemoveAnswer } from "../queries";
import { replaySummary } from "../replay/labels";
import { labels } from "./labels";

/** Deletes an answer. While Undo is offered, shows the effect on recent questions. */
export function useDeleteAnswer(communityId: string) {
  const transport = useTransport();
  const { mutateAsync } = useRemoveAnswer(communityId);
  return ({ id, question }: Answer) => {
    let effect = "";
    callUnaryMethod(transport, ReplayService.method.replayQuestions, {
      communityId,
      id,
      remove: true,
    }).then(
      (replay) => {
        if (replay.differenceCount > 0) effect = ` ${replaySummary(replay)}`;
      },
      // If the replay fails, Undo is still offered.
      () => undefined,
    );
    const drop = () => mutateAsync({ communityId, id });
    const about = () => `${question}${effect}`;
    deleteWithUndo({ id, name: question, title: labels.deleted, about, drop });
  };
}
