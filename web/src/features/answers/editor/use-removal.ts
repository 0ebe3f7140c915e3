import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { useDropAnswer } from "../queries";
import { deleteWithUndo } from "./deletions";

export function useRemoval(communityId: string) {
  const { mutateAsync } = useDropAnswer(communityId);
  return ({ id, question }: Answer) => {
    const drop = () => mutateAsync({ communityId, id });
    deleteWithUndo({ id, question, title: "Answer deleted.", drop });
  };
}
