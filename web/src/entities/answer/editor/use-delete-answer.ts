import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import { deleteWithUndo } from "../../../forms/delete-with-undo";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { useRemoveAnswer } from "../queries";
import { replaySummary } from "../replay/labels";

/** Deletes an answer; while it can be undone, tells what that does to the last questions. */
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
      // Without it, one still has the time to undo.
      () => undefined,
    );
    const drop = () => mutateAsync({ communityId, id });
    const about = () => `${question}${effect}`;
    deleteWithUndo({ id, question, title: "Answer deleted.", about, drop });
  };
}
