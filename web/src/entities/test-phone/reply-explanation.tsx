import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { formatPercent } from "../../lib/format-number";
import { Badge, Button } from "../../ui";
import { ExplanationCard } from "../../ui/phone";
import { Steps } from "../../ui/thread";
import { stepLabel } from "../message/message";
import { ClosestAnswers } from "./closest-answers";
import { formatMilliseconds } from "./format-milliseconds";
import { labels, outcomeLabels } from "./labels";
import { outcomeReason, toOutcome } from "./outcome";

type Props = {
  message: TestPhoneMessage | undefined;
  answers: readonly Answer[];
  /** Opens the answer for editing. Unset if the user may not edit it. */
  onEditAnswer?: ((answerId: string) => void) | undefined;
  /** Opens a new answer for the question. */
  onAdd?: ((question: string) => void) | undefined;
  mayOpenEscalations: boolean;
  /** Also lists the steps. */
  withSteps?: boolean;
};

const tones = {
  answered: "success",
  clarification: "info",
  team: "warning",
  done: undefined,
} as const;

/** Explains why the bot chose its reply, or what it did instead. */
export function ReplyExplanation({
  message,
  answers,
  onEditAnswer,
  onAdd,
  mayOpenEscalations,
  withSteps,
}: Props) {
  const outcome = message && toOutcome(message);
  if (!message || !outcome) {
    return <ExplanationCard title={outcomeLabels.answered} lead={labels.explanationHint} />;
  }
  const { decision } = message;
  const confidence = decision?.confidence ?? 0;
  const closest =
    confidence > 0 ? answers.find((answer) => answer.id === decision?.answerId) : undefined;
  const editAnswer = closest && onEditAnswer ? () => onEditAnswer(closest.id) : undefined;
  return (
    <ExplanationCard
      title={outcomeLabels[outcome]}
      sure={
        confidence > 0 ? (
          <Badge tone={tones[outcome]}>{labels.confidence(formatPercent(confidence))}</Badge>
        ) : undefined
      }
      lead={
        <>
          {outcomeReason(message) || (outcome === "team" ? labels.teamHint : "")}{" "}
          {outcome === "team" && mayOpenEscalations ? (
            <Link to="/escalations">{labels.openEscalations}</Link>
          ) : null}
        </>
      }
      actions={
        <>
          {editAnswer ? (
            <Button size="small" onPress={editAnswer}>
              {labels.editAnswer}
            </Button>
          ) : null}
          {(outcome === "team" || outcome === "clarification") && onAdd ? (
            <Button
              size="small"
              variant={closest ? "quiet" : undefined}
              onPress={() => onAdd(message.body)}
            >
              {labels.addAnswer}
            </Button>
          ) : null}
        </>
      }
      below={withSteps ? <StepByStep message={message} /> : undefined}
    >
      {decision ? <ClosestAnswers decision={decision} closest={closest} /> : null}
    </ExplanationCard>
  );
}

function StepByStep({ message: { decision, steps } }: { message: TestPhoneMessage }) {
  return (
    <details className="why__steps disclosure">
      <summary>
        {decision ? labels.stepsIn(formatMilliseconds(decision.tookMs)) : labels.steps}
      </summary>
      <Steps
        steps={steps.map((step) => ({
          name: stepLabel(step),
          reason: step.reason,
          at: step.at ? timestampDate(step.at) : new Date(0),
        }))}
      />
    </details>
  );
}
