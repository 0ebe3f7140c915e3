import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { toProblem } from "../../../rpc/problem";
import { toast } from "../../../ui";
import { useDropAnswer } from "../queries";
import { hide, show, timeToUndo } from "./deletions";

/** Deletes an answer, with time to think better of it. */
export function useRemoval(communityId: string) {
  const drop = useDropAnswer(communityId);
  return ({ id, question }: Answer) => {
    hide(id);
    const leave = setTimeout(async () => {
      try {
        await drop.mutateAsync({ communityId, id });
      } catch (error) {
        const { title, text } = toProblem(error);
        toast.error({ title: `“${question}” is still there.`, text: `${title} ${text}` });
      }
      show(id);
    }, timeToUndo);
    toast.undo({
      title: "Answer deleted.",
      text: question,
      duration: timeToUndo,
      onUndo: () => {
        clearTimeout(leave);
        show(id);
      },
    });
  };
}
