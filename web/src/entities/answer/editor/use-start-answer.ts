import { readDraft, writeDraft } from "../../../lib/drafts";
import { toast } from "../../../ui";
import { generalCategory } from "../categories";
import { emptyAnswer, type NewAnswerDraft, useDraftKeys } from "./answer-drafts";
import { labels } from "./labels";
import { newAnswer, useKnowledgeUrlState } from "./url-state";

/**
 * Opens the form for a new answer with initial values. Undo restores the draft that it replaced.
 */
export function useStartAnswer(communityId: string) {
  const { ofNew } = useDraftKeys(communityId);
  const [, setUrlState] = useKnowledgeUrlState();
  return (values: Partial<NewAnswerDraft> & { question: string }) => {
    const left = readDraft<NewAnswerDraft>(ofNew);
    setUrlState({ answer: newAnswer, editing: false, view: "" });
    // Continues the draft if it answers the same question.
    if (left && left.question === values.question && left.answer) return;
    writeDraft(ofNew, {
      ...emptyAnswer,
      category: generalCategory,
      ...values,
      begun: values.question,
    });
    if (left?.answer) {
      toast.undo({
        title: labels.otherDraft,
        text: left.question,
        onUndo: () => writeDraft(ofNew, left),
      });
    }
  };
}
