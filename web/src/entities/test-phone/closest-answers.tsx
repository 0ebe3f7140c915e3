import type { CSSProperties } from "react";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { Decision } from "../../gen/parlor/v1/conversation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatPercent } from "../../lib/format-number";
import { labels } from "./labels";

type Props = {
  decision: Decision;
  /** The closest answer, unless it was deleted. */
  closest: Answer | undefined;
};

/** Lists the closest answers of the community with their confidence. */
export function ClosestAnswers({ decision, closest }: Props) {
  const { question, confidence, source, nextQuestion, nextConfidence } = decision;
  if (confidence === 0 || !question) return null;
  const place = [closest?.category, source].filter(Boolean).join(" · ");
  const second = nextQuestion && nextConfidence > 0;
  return (
    <div className="stack stack--tight">
      <h3 className="caption">{second ? labels.closestAnswers : labels.closestAnswer}</h3>
      <ul className="stack stack--tight" aria-label={labels.confidenceByAnswer}>
        <ClosestAnswer question={question} sure={confidence} place={place} />
        {second ? <ClosestAnswer question={nextQuestion} sure={nextConfidence} place="" /> : null}
      </ul>
    </div>
  );
}

function ClosestAnswer({
  question,
  sure,
  place,
}: {
  question: string;
  sure: number;
  place: string;
}) {
  return (
    <li className="small">
      <span className="row row--between">
        <span className="row__grow">{showDirectionMarks(question)}</span>
        <span className="strong">{formatPercent(sure)}</span>
      </span>
      <span className="meter" aria-hidden="true">
        <span className="meter__fill" style={{ "--share": formatPercent(sure) } as CSSProperties} />
      </span>
      {place ? <span className="caption">{place}</span> : null}
    </li>
  );
}
