import { isSuggestable } from "../../entities/escalation-answer/suggestion";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import { formatPercent } from "../../lib/format-number";
import { Badge, Button } from "../../ui";
import { suggestionLabels } from "./detail-labels";

/** Returns whether the suggestion is confident enough and not expired. */
function isReliable({ suggestedConfidence, suggestedExpired }: Escalation): boolean {
  return isSuggestable(suggestedConfidence) && !suggestedExpired;
}

/** Returns the initial answer: a reliable suggestion only, because others could be sent unread. */
export function initialAnswer(escalation: Escalation): string {
  return isReliable(escalation) ? escalation.suggestedAnswer : "";
}

/** Returns the matching question of the knowledge base that has no current answer; empty if none. */
export function unansweredQuestion(escalation: Escalation): string {
  const { suggestedAnswer, suggestedQuestion, suggestedConfidence } = escalation;
  if (!suggestedAnswer) return suggestedQuestion;
  return escalation.suggestedExpired && isSuggestable(suggestedConfidence) ? suggestedQuestion : "";
}

type Props = { escalation: Escalation; answer: string };

/** Badge such as "Suggested · 72% confidence", for an answer that started as the suggestion. */
export function Suggestion({ escalation, answer }: Props) {
  const { suggestedAnswer, suggestedConfidence, suggestedSource, suggestedExpired } = escalation;
  const changed = answer !== suggestedAnswer;
  if (!suggestedAnswer || (changed && !isReliable(escalation))) return null;
  const what = suggestedExpired ? suggestionLabels.expired : suggestionLabels.suggested;
  return (
    <span className="row only-desk">
      <Badge tone={isReliable(escalation) ? "info" : "warning"}>
        {suggestionLabels.confidence(
          changed ? suggestionLabels.edited : what,
          formatPercent(suggestedConfidence),
        )}
      </Badge>
      {suggestedSource ? <span className="small secondary">{suggestedSource}</span> : null}
    </span>
  );
}

/** English translation of a question in another language. */
export function Translation({ escalation }: { escalation: Escalation }) {
  const { questionInEnglish } = escalation;
  if (!questionInEnglish) return null;
  return (
    <p className="caption nearest">
      {suggestionLabels.translation(showDirectionMarks(questionInEnglish))}
    </p>
  );
}

type NearestProps = Props & { onUse: (answer: string) => void };

/** Shows the closest answer below the confidence limit. It can fill an empty field. */
export function ClosestAnswer({ escalation, answer, onUse }: NearestProps) {
  const { suggestedAnswer, suggestedConfidence, suggestedQuestion, suggestedExpired } = escalation;
  if (!suggestedAnswer) {
    if (!suggestedQuestion) return null;
    return (
      <p className="caption row nearest">
        <span className="truncate">
          {suggestionLabels.closestQuestion(showDirectionMarks(suggestedQuestion))}
        </span>
        <span className="nowrap">{suggestionLabels.noAnswer}</span>
      </p>
    );
  }
  // An expired answer stays marked while it is in the field.
  if (isReliable(escalation) || (answer === suggestedAnswer && !suggestedExpired)) return null;
  return (
    <p className="caption row nearest">
      {suggestedExpired ? <Badge tone="warning">{suggestionLabels.closestExpired}</Badge> : null}
      <span className="truncate">
        {suggestionLabels.closestAnswer(showDirectionMarks(suggestedQuestion || suggestedAnswer))}
      </span>
      <span className="nowrap">
        {suggestionLabels.closestConfidence(formatPercent(suggestedConfidence))}
      </span>
      {answer.trim() === "" ? (
        <Button variant="link" size="small" onPress={() => onUse(suggestedAnswer)}>
          {suggestionLabels.use}
        </Button>
      ) : null}
    </p>
  );
}
