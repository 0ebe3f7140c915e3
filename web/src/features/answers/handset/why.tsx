import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Link } from "react-router";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import type { HandsetMessage } from "../../../gen/parlor/v1/handset_service_pb";
import { percent } from "../../../lib/sure";
import { stepName } from "../../../rpc/messages";
import { Badge, Button } from "../../../ui";
import { WhyCard } from "../../../ui/phone";
import { Steps } from "../../../ui/thread";
import { Near } from "./near";
import { type Outcome, outcomeOf, reasonOf } from "./outcome";
import { seconds } from "./words";

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

const titles: Record<Outcome, string> = {
  answered: "Why this answer",
  asked: "Asked back",
  team: "Went to your team",
  done: "No answer was looked up",
};

const tones = { answered: "success", asked: "info", team: "warning", done: undefined } as const;

/** Why the bot answered so, or what it did instead. */
export function Why({ message, answers, onMend, onAdd, mayOpenEscalations, withSteps }: Props) {
  const outcome = message && outcomeOf(message);
  if (!message || !outcome) {
    return (
      <WhyCard
        title="Why this answer"
        lead="Ask something: here you see which answer the bot took, how sure it was, and what else came close."
      />
    );
  }
  const { decision } = message;
  const confidence = decision?.confidence ?? 0;
  const known =
    confidence > 0 ? answers.find((answer) => answer.id === decision?.answerId) : undefined;
  const mend = known && onMend ? () => onMend(known.id) : undefined;
  return (
    <WhyCard
      title={titles[outcome]}
      sure={
        confidence > 0 ? <Badge tone={tones[outcome]}>{percent(confidence)} sure</Badge> : undefined
      }
      lead={
        <>
          {reasonOf(message) || (outcome === "team" ? "Staff find it in Escalations." : "")}{" "}
          {outcome === "team" && mayOpenEscalations ? (
            <Link to="/escalations">Open Escalations</Link>
          ) : null}
        </>
      }
      actions={
        <>
          {mend ? (
            <Button size="small" onPress={mend}>
              Mend answer
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
      {decision ? <Near decision={decision} known={known} /> : null}
    </WhyCard>
  );
}

function StepByStep({ message: { decision, steps } }: { message: HandsetMessage }) {
  return (
    <details className="why__steps">
      <summary>Step by step{decision ? `, in ${seconds(decision.tookMs)}` : ""}</summary>
      <Steps
        steps={steps.map((step) => ({
          name: stepName(step),
          reason: step.reason,
          at: step.at ? timestampDate(step.at) : new Date(0),
        }))}
      />
    </details>
  );
}
