import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { isFilledIn, percent } from "../../lib/sure";
import { Badge, Button } from "../../ui";

/** What stands in the field to begin with: a guess never does, it could be sent unread. */
export function filledIn({ suggestedAnswer, suggestedConfidence }: Escalation): string {
  return isFilledIn(suggestedConfidence) ? suggestedAnswer : "";
}

/** The question of the knowledge base that it asks and that nobody answered yet; empty for none. */
export function waitsFor({ suggestedAnswer, suggestedQuestion }: Escalation): string {
  return suggestedAnswer ? "" : suggestedQuestion;
}

type Props = { escalation: Escalation; answer: string };

/** "Suggested · 72% sure", while the answer began with the bot's. */
export function Suggestion({ escalation, answer }: Props) {
  const { suggestedAnswer, suggestedConfidence, suggestedSource } = escalation;
  const changed = answer !== suggestedAnswer;
  if (!suggestedAnswer || (changed && !isFilledIn(suggestedConfidence))) return null;
  return (
    <span className="row only-desk">
      <Badge tone={isFilledIn(suggestedConfidence) ? "info" : "warning"}>
        {changed ? "Suggestion changed" : "Suggested"} · {percent(suggestedConfidence)} sure
      </Badge>
      {suggestedSource ? <span className="small secondary">{suggestedSource}</span> : null}
    </span>
  );
}

type NearestProps = Props & { onUse: (answer: string) => void };

/** A guess of the bot: to be read first, and taken over an empty field alone. */
export function NearestAnswer({ escalation, answer, onUse }: NearestProps) {
  const { suggestedAnswer, suggestedConfidence, suggestedQuestion } = escalation;
  const waiting = waitsFor(escalation);
  if (waiting) {
    return (
      <p className="caption row nearest">
        <span className="truncate">Seems to ask: “{waiting}”</span>
        <span className="nowrap">· no answer yet</span>
      </p>
    );
  }
  if (!suggestedAnswer || isFilledIn(suggestedConfidence) || answer === suggestedAnswer) {
    return null;
  }
  return (
    <p className="caption row nearest">
      <span className="truncate">Nearest answer: “{suggestedQuestion || suggestedAnswer}”</span>
      <span className="nowrap">({percent(suggestedConfidence)} sure)</span>
      {answer.trim() === "" ? (
        <Button variant="link" size="small" onPress={() => onUse(suggestedAnswer)}>
          Use it
        </Button>
      ) : null}
    </p>
  );
}
