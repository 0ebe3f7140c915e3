import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { formatPercent, isSuggestable } from "../../lib/confidence";
import { Badge, Button } from "../../ui";

/** The bot is sure enough of it, and it holds. */
function isReliable({ suggestedConfidence, suggestedExpired }: Escalation): boolean {
  return isSuggestable(suggestedConfidence) && !suggestedExpired;
}

/** What stands in the field to begin with: a guess never does, it could be sent unread. */
export function initialAnswer(escalation: Escalation): string {
  return isReliable(escalation) ? escalation.suggestedAnswer : "";
}

/** The question of the knowledge base that it asks and that has no answer, or none that holds; empty for none. */
export function unansweredQuestion(escalation: Escalation): string {
  const { suggestedAnswer, suggestedQuestion, suggestedConfidence } = escalation;
  if (!suggestedAnswer) return suggestedQuestion;
  return escalation.suggestedExpired && isSuggestable(suggestedConfidence) ? suggestedQuestion : "";
}

type Props = { escalation: Escalation; answer: string };

/** "Suggested · 72% confidence", while the answer began with the bot's. */
export function Suggestion({ escalation, answer }: Props) {
  const { suggestedAnswer, suggestedConfidence, suggestedSource, suggestedExpired } = escalation;
  const changed = answer !== suggestedAnswer;
  if (!suggestedAnswer || (changed && !isReliable(escalation))) return null;
  const what = suggestedExpired ? "Expired suggestion" : "Suggested";
  return (
    <span className="row only-desk">
      <Badge tone={isReliable(escalation) ? "info" : "warning"}>
        {changed ? "Suggestion edited" : what} · {formatPercent(suggestedConfidence)} confidence
      </Badge>
      {suggestedSource ? <span className="small secondary">{suggestedSource}</span> : null}
    </span>
  );
}

/** What the bot understood a text in another language as. */
export function Translation({ escalation }: { escalation: Escalation }) {
  const { questionInEnglish } = escalation;
  if (!questionInEnglish) return null;
  return <p className="caption nearest">In English: “{questionInEnglish}”</p>;
}

type NearestProps = Props & { onUse: (answer: string) => void };

/** A guess of the bot: to be read first, and taken over an empty field alone. */
export function ClosestAnswer({ escalation, answer, onUse }: NearestProps) {
  const { suggestedAnswer, suggestedConfidence, suggestedQuestion, suggestedExpired } = escalation;
  if (!suggestedAnswer) {
    if (!suggestedQuestion) return null;
    return (
      <p className="caption row nearest">
        <span className="truncate">Seems to ask: “{suggestedQuestion}”</span>
        <span className="nowrap">· no answer yet</span>
      </p>
    );
  }
  // That it held no longer is said as long as it may be sent.
  if (isReliable(escalation) || (answer === suggestedAnswer && !suggestedExpired)) return null;
  return (
    <p className="caption row nearest">
      {suggestedExpired ? <Badge tone="warning">Expired</Badge> : null}
      <span className="truncate">Nearest answer: “{suggestedQuestion || suggestedAnswer}”</span>
      <span className="nowrap">({formatPercent(suggestedConfidence)} confidence)</span>
      {answer.trim() === "" ? (
        <Button variant="link" size="small" onPress={() => onUse(suggestedAnswer)}>
          Use suggestion
        </Button>
      ) : null}
    </p>
  );
}
