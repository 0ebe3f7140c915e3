import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { Button } from "../../ui";
import { similarAnswerLabel, suggestionLabels } from "./detail-labels";
import { useSimilarAnswers } from "./queries";

type Props = { escalation: Escalation; answer: string; onUse: (answer: string) => void };

/** Answers that staff gave to similar questions. They can fill an empty field. */
export function SimilarAnswers({ escalation, answer, onUse }: Props) {
  const isEmpty = answer.trim() === "";
  const similar = useSimilarAnswers(escalation.id, isEmpty);
  if (!isEmpty || similar.length === 0) return null;
  return (
    <ul aria-label={suggestionLabels.similarAnswers}>
      {similar.map((one) => (
        <li key={one.escalationId} className="caption row nearest">
          <span className="truncate" title={one.answer}>
            {similarAnswerLabel(one)} “{showDirectionMarks(one.answer)}”
          </span>
          <Button variant="link" size="small" onPress={() => onUse(one.answer)}>
            {suggestionLabels.useSimilar}
          </Button>
        </li>
      ))}
    </ul>
  );
}
