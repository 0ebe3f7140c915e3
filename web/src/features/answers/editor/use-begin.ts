import { generalTopic } from "../../../lib/topics";
import { toast } from "../../../ui";
import { readStored, writeStored } from "../stored";
import { emptyAnswer, type NewAnswer, useDraftKeys } from "./drafts";
import { newAnswer, usePlace } from "./use-place";

/** Opens the form for a new answer with what is known of it; what stood there comes back on undo. */
export function useBegin(communityId: string) {
  const { ofNew } = useDraftKeys(communityId);
  const [, go] = usePlace();
  return (known: Partial<NewAnswer> & { question: string }) => {
    const left = readStored<NewAnswer>(ofNew);
    go({ answer: newAnswer, editing: false, view: "" });
    // Whoever comes back to a question goes on with it.
    if (left && left.question === known.question && left.answer) return;
    writeStored(ofNew, { ...emptyAnswer, topic: generalTopic, ...known, begun: known.question });
    if (left?.answer) {
      toast.undo({
        title: "Another answer was being written.",
        text: left.question,
        onUndo: () => writeStored(ofNew, left),
      });
    }
  };
}
