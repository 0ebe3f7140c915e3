import { callUnaryMethod, useTransport } from "@connectrpc/connect-query";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { ReplayService } from "../../../gen/parlor/v1/replay_service_pb";
import { useDropAnswer } from "../queries";
import { summary } from "../replay/words";
import { deleteWithUndo } from "./deletions";

/** Deletes an answer; while it can be undone, tells what that does to the last questions. */
export function useRemoval(communityId: string) {
  const transport = useTransport();
  const { mutateAsync } = useDropAnswer(communityId);
  return ({ id, question }: Answer) => {
    let effect = "";
    callUnaryMethod(transport, ReplayService.method.replayQuestions, {
      communityId,
      id,
      remove: true,
    }).then(
      (replay) => {
        if (replay.flipped > 0) effect = ` ${summary(replay)}`;
      },
      // Without it, one still has the time to undo.
      () => undefined,
    );
    const drop = () => mutateAsync({ communityId, id });
    const about = () => `${question}${effect}`;
    deleteWithUndo({ id, question, title: "Answer deleted.", about, drop });
  };
}
