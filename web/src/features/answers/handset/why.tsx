import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import type { Decision } from "../../../gen/parlor/v1/conversation_pb";
import type { HandsetMessage } from "../../../gen/parlor/v1/handset_service_pb";
import { percent } from "../../../lib/sure";
import { stepName } from "../../../rpc/messages";
import { Badge, Button } from "../../../ui";
import { WhyCard, type WhyFact } from "../../../ui/phone";
import { Steps } from "../../../ui/thread";
import { nextBest, seconds } from "./words";

type Props = {
  message: HandsetMessage | undefined;
  answers: readonly Answer[];
  /** Opens the answer to change it; absent where one may not. */
  onMend?: ((answerId: string) => void) | undefined;
  /** Begins an answer to a question that has none. */
  onAdd?: ((question: string) => void) | undefined;
  mayOpenEscalations: boolean;
  /** Also what happened, step by step. */
  withSteps?: boolean;
};

/** Why the bot answered so, or what staff see instead. */
export function Why({ message, answers, onMend, onAdd, mayOpenEscalations, withSteps }: Props) {
  const decision = message?.decision;
  if (!message || !decision) {
    return (
      <WhyCard
        title="Why this answer"
        lead="Ask something: here you see which answer the bot took, how sure it was, and what else came close."
      />
    );
  }
  const { answered, confidence } = decision;
  const known =
    confidence > 0 ? answers.find((answer) => answer.id === decision.answerId) : undefined;
  return (
    <WhyCard
      title={answered ? "Why this answer" : "Went to your team"}
      sure={
        confidence > 0 ? (
          <Badge tone={answered ? "success" : "warning"}>{percent(confidence)} sure</Badge>
        ) : undefined
      }
      lead={
        answered ? undefined : (
          <>
            {escalatedWords(message)}{" "}
            {mayOpenEscalations ? <Link to="/escalations">Open Escalations</Link> : null}
          </>
        )
      }
      facts={factsOf(decision, known)}
      actions={
        <>
          {known && onMend ? (
            <Button size="small" onPress={() => onMend(known.id)}>
              Mend answer
            </Button>
          ) : null}
          {!answered && onAdd ? (
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
    >
      {withSteps && message.steps.length > 0 ? (
        <details className="why__steps" open>
          <summary>Step by step</summary>
          <Steps
            steps={message.steps.map((step) => ({
              name: stepName(step),
              reason: step.reason,
              at: step.at ? timestampDate(step.at) : new Date(0),
            }))}
          />
        </details>
      ) : null}
    </WhyCard>
  );
}

function escalatedWords(message: HandsetMessage): string {
  const reason = message.steps.find((step) => step.name === "escalated")?.reason;
  if (reason) return reason;
  return "Staff find the question in Escalations.";
}

function factsOf(decision: Decision, known: Answer | undefined): WhyFact[] {
  const facts: WhyFact[] = [];
  const took = { name: "Took", value: seconds(decision.tookMs) };
  if (decision.confidence === 0) return [took];
  if (decision.question) {
    facts.push({ name: decision.answered ? "Question" : "Nearest", value: decision.question });
  }
  if (known) facts.push({ name: "Topic", value: known.topic });
  if (decision.source) facts.push({ name: "Source", value: decision.source });
  if (decision.answerId) facts.push({ name: "Next best", value: nextBest(decision) });
  return [...facts, took];
}
