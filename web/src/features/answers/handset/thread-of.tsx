import type { ReactNode } from "react";
import type { Answer } from "../../../gen/parlor/v1/answer_pb";
import { Direction, MessageStatus } from "../../../gen/parlor/v1/conversation_pb";
import type { HandsetMessage } from "../../../gen/parlor/v1/handset_service_pb";
import { isFilledIn } from "../../../lib/sure";
import type { ThreadMessage } from "../../../ui/thread";
import { outcomeOf } from "./outcome";
import { sentAt, type Unsent } from "./use-handset";

const troubles: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.UNDELIVERED]: "Not delivered",
  [MessageStatus.FAILED]: "Not delivered",
  [MessageStatus.SUPPRESSED]: "Not sent",
  [MessageStatus.HELD_QUIET_HOURS]: "Waits for the morning",
};

/** What staff find filled in, where the bot would have replied but for training. */
function draftFor({ decision, steps }: HandsetMessage, answers: readonly Answer[]): string {
  const trains = steps.some(({ name }) => name === "training");
  if (!decision || decision.answered || !trains || !isFilledIn(decision.confidence)) return "";
  return answers.find((answer) => answer.id === decision.answerId)?.answer ?? "";
}

type Looks = {
  /** The community, as the resident knows it. */
  label: string;
  answers: readonly Answer[];
  /** The text whose "why" is shown. */
  pickedId: string | undefined;
  onPick: (id: string) => void;
  onTryAgain: (text: Unsent) => void;
  /** What else one can do with a text that was decided. */
  more?: ((message: HandsetMessage) => ReactNode) | undefined;
};

/** The texts of a phone as bubbles. */
export function threadOf(
  messages: readonly HandsetMessage[],
  unsent: readonly Unsent[],
  looks: Looks,
): ThreadMessage[] {
  const bubbles = messages.flatMap((message) =>
    message.direction === Direction.INBOUND ? asked(message, looks) : [heard(message, looks)],
  );
  const now = new Date();
  for (const text of unsent) {
    bubbles.push({
      id: text.id,
      from: "resident",
      name: "You",
      body: text.body,
      at: now,
      status: text.failed ? "Not sent" : "Sending",
      failed: text.failed,
      extra: text.failed ? (
        <button type="button" className="message__why" onClick={() => looks.onTryAgain(text)}>
          Try again
        </button>
      ) : undefined,
    });
  }
  return bubbles;
}

function asked(message: HandsetMessage, looks: Looks): ThreadMessage[] {
  const { id, body } = message;
  const at = new Date(sentAt(message));
  const bubble: ThreadMessage = { id, from: "resident", name: "You", body, at };
  const outcome = outcomeOf(message);
  if (!outcome) return [bubble];
  bubble.extra = (
    <>
      <button
        type="button"
        className="message__why"
        aria-pressed={looks.pickedId === id}
        aria-label={`Why: ${body}`}
        onClick={() => looks.onPick(id)}
      >
        Why
      </button>
      {message.decision ? looks.more?.(message) : null}
    </>
  );
  if (outcome === "asked") bubble.status = "Asked back";
  if (outcome !== "team") return [bubble];
  const draft = draftFor(message, looks.answers);
  bubble.status = "Went to your team";
  if (!draft) return [bubble];
  return [
    bubble,
    {
      id: `${id} draft`,
      from: "bot",
      name: "Draft",
      body: draft,
      at,
      draft: true,
      status: "Draft for your team",
    },
  ];
}

function heard(message: HandsetMessage, looks: Looks): ThreadMessage {
  const trouble = troubles[message.status];
  return {
    id: message.id,
    from: "bot",
    name: looks.label,
    body: message.body,
    at: new Date(sentAt(message)),
    ...(trouble ? { status: trouble } : {}),
    failed: Boolean(trouble) && message.status !== MessageStatus.HELD_QUIET_HOURS,
  };
}
