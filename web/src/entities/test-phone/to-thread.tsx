import type { ReactNode } from "react";
import { toProblem } from "../../api/problem";
import type { Answer } from "../../gen/parlor/v1/answer_pb";
import { Direction, MessageStatus, StepKind } from "../../gen/parlor/v1/conversation_pb";
import type { TestPhoneMessage } from "../../gen/parlor/v1/test_phone_service_pb";
import type { ThreadMessage } from "../../ui/thread";
import { isSuggestable } from "../escalation-answer/suggestion";
import { toPhotoContent } from "../message/message";
import { photoLabels } from "../message/photo-labels";
import { labels, outcomeLabels, problemLabels } from "./labels";
import { toOutcome } from "./outcome";
import { sentAtMs, type UnsentMessage } from "./use-test-messages";

/** Returns the suggestion that staff get in training; empty if there is none. */
function draftReply({ decision, steps }: TestPhoneMessage, answers: readonly Answer[]): string {
  const trains = steps.some(({ kind }) => kind === StepKind.TRAINING_MODE);
  if (!decision || decision.answered || !trains || !isSuggestable(decision.confidence)) return "";
  return answers.find((answer) => answer.id === decision.answerId)?.answer ?? "";
}

type ThreadOptions = {
  /** Name of the community. */
  label: string;
  answers: readonly Answer[];
  /** Id of the text that is explained. */
  pickedId: string | undefined;
  onPick: (id: string) => void;
  onTryAgain: (text: UnsentMessage) => void;
  /** Renders further actions for a text that has a decision. */
  more?: ((message: TestPhoneMessage) => ReactNode) | undefined;
};

/** Converts the texts of a test phone for a thread. */
export function toThread(
  messages: readonly TestPhoneMessage[],
  unsent: readonly UnsentMessage[],
  looks: ThreadOptions,
): ThreadMessage[] {
  const bubbles = messages.flatMap((message) =>
    message.direction === Direction.INBOUND
      ? toResidentMessages(message, looks)
      : [toReplyMessage(message, looks)],
  );
  const now = new Date();
  for (const text of unsent) {
    bubbles.push({
      id: text.id,
      from: "resident",
      name: labels.you,
      body: text.body || photoLabels.photos(text.photos.length),
      at: now,
      status: text.error ? labels.notSent : labels.sending,
      failed: text.error !== undefined,
      ...(text.error ? { reason: toReason(text.error) } : {}),
      extra: text.error ? (
        <button type="button" className="message__why" onClick={() => looks.onTryAgain(text)}>
          {labels.tryAgain}
        </button>
      ) : undefined,
    });
  }
  return bubbles;
}

function toReason(error: Error): string {
  const { title, text } = toProblem(error);
  return `${title} ${text}`.trim();
}

function toResidentMessages(message: TestPhoneMessage, looks: ThreadOptions): ThreadMessage[] {
  const { id, body } = message;
  const at = new Date(sentAtMs(message));
  const bubble: ThreadMessage = {
    id,
    from: "resident",
    name: labels.you,
    ...toPhotoContent(message),
    at,
  };
  const outcome = toOutcome(message);
  if (!outcome) return [bubble];
  bubble.extra = (
    <>
      <button
        type="button"
        className="message__why"
        aria-pressed={looks.pickedId === id}
        aria-label={labels.whyText(body)}
        onClick={() => looks.onPick(id)}
      >
        {labels.why}
      </button>
      {message.decision ? looks.more?.(message) : null}
    </>
  );
  if (outcome === "clarification") bubble.status = outcomeLabels.clarification;
  if (outcome !== "team") return [bubble];
  const draft = draftReply(message, looks.answers);
  bubble.status = outcomeLabels.team;
  if (!draft) return [bubble];
  return [
    bubble,
    {
      id: `${id} draft`,
      from: "bot",
      name: labels.draft,
      body: draft,
      at,
      draft: true,
      status: labels.draftHint,
    },
  ];
}

function toReplyMessage(message: TestPhoneMessage, looks: ThreadOptions): ThreadMessage {
  const trouble = problemLabels[message.status];
  return {
    id: message.id,
    from: "bot",
    name: looks.label,
    ...toPhotoContent(message, looks.label),
    at: new Date(sentAtMs(message)),
    ...(trouble ? { status: trouble } : {}),
    failed: Boolean(trouble) && message.status !== MessageStatus.HELD_QUIET_HOURS,
  };
}
