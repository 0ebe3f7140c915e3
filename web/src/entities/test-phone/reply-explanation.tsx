import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import { formatPercent } from "../../lib/confidence";
import { Badge, Button } from "../../ui";
import { ExplanationCard } from "../../ui/phone";
import { Steps } from "../../ui/thread";
import { stepLabel } from "../message/message";
import { ClosestAnswers } from "./closest-answers";
import { formatDuration } from "./format-duration";
import { type Outcome, outcomeReason, toOutcome } from "./outcome";

type Props = {
  message: TestPhoneMessage | undefined;
  answers: readonly Answer[];
  /** Opens the answer to change it; absent where one may not. */
  onMend?: ((answerId: string) => void) | undefined;
  /** Begins an answer to a question that has none. */
  onAdd?: ((question: string) => void) | undefined;
  mayOpenEscalations: boolean;
  /** Also what happened, step by step. */
  withSteps?: boolean;
};

const titles: Record<Outcome, string> = {
  answered: "Why this answer",
  asked: "Asked back",
  team: "Went to your team",
  done: "No answer was needed",
};

const tones = { answered: "success", asked: "info", team: "warning", done: undefined } as const;

/** Why the bot answered so, or what it did instead. */
export function ReplyExplanation({
  message,
  answers,
  onMend,
  onAdd,
  mayOpenEscalations,
  withSteps,
}: Props) {
  const outcome = message && toOutcome(message);
  if (!message || !outcome) {
    return (
      <ExplanationCard
        title="Why this answer"
        lead="Ask a question to see which answer the bot chose, how confident it was, and what else came close."
      />
    );
  }
  const { decision } = message;
  const confidence = decision?.confidence ?? 0;
  const known =
    confidence > 0 ? answers.find((answer) => answer.id === decision?.answerId) : undefined;
  const mend = known && onMend ? () => onMend(known.id) : undefined;
  return (
    <ExplanationCard
      title={titles[outcome]}
      sure={
        confidence > 0 ? (
          <Badge tone={tones[outcome]}>{formatPercent(confidence)} sure</Badge>
        ) : undefined
      }
      lead={
        <>
          {outcomeReason(message) || (outcome === "team" ? "Staff find it in Escalations." : "")}{" "}
          {outcome === "team" && mayOpenEscalations ? (
            <Link to="/escalations">Open Escalations</Link>
          ) : null}
        </>
      }
      actions={
        <>
          {mend ? (
            <Button size="small" onPress={mend}>
              Edit answer
            </Button>
          ) : null}
          {(outcome === "team" || outcome === "asked") && onAdd ? (
            <Button
              size="small"
              variant={known ? "quiet" : undefined}
              onPress={() => onAdd(message.body)}
            >
              Add answer
            </Button>
          ) : null}
        </>
      }
      below={withSteps ? <StepByStep message={message} /> : undefined}
    >
      {decision ? <ClosestAnswers decision={decision} known={known} /> : null}
    </ExplanationCard>
  );
}

function StepByStep({ message: { decision, steps } }: { message: TestPhoneMessage }) {
  return (
    <details className="why__steps">
      <summary>Step by step{decision ? `, in ${formatDuration(decision.tookMs)}` : ""}</summary>
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
