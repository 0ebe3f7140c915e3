// Conversion of messages and notes to one thread.

import {
  type Conversation,
  type Decision,
  type Message,
  MessageStatus,
} from "../../gen/parlor/v1/conversation_pb";
import type { Note } from "../../gen/parlor/v1/note_pb";
import { showDirectionMarks } from "../../lib/direction-marks";
import type { ThreadMessage, ThreadStep } from "../../ui/thread";
import { isShown, toDate, toThreadMessage, toThreadPosition } from "../message/message";
import { labels as noteLabels } from "../note/labels";
import { threadLabels } from "./thread-labels";

/** Statuses that show the reason of the last step. */
const explainedStatuses: readonly MessageStatus[] = [
  MessageStatus.UNDELIVERED,
  MessageStatus.FAILED,
  MessageStatus.SUPPRESSED,
  MessageStatus.UNKNOWN,
];

export type BubbleActions = {
  /** Id of the signed-in user. */
  ownId: string;
  ownName: string;
  onUndo: (message: Message) => void;
  onRetry: (message: Message) => void;
  onDeleteNote: (note: Note) => void;
};

/** An entry of the thread: a message or a note. */
export type ThreadEntry = Pick<ThreadMessage, "id" | "from" | "at"> &
  ({ message: Message; note?: undefined } | { note: Note; message?: undefined });

/** Returns messages and notes in order of time. Entries are converted to bubbles when they are in view. */
export function toThreadEntries(
  messages: readonly Message[],
  notes: readonly Note[],
): ThreadEntry[] {
  const messageEntries = messages
    .filter(isShown)
    .map((message): ThreadEntry => ({ ...toThreadPosition(message), message }));
  const noteEntries = notes.map(
    (note): ThreadEntry => ({ id: note.id, from: "note", at: toDate(note.writtenAt), note }),
  );
  return [...messageEntries, ...noteEntries].sort(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
}

export function toBubble(entry: ThreadEntry, { resident }: Conversation, actions: BubbleActions) {
  if (entry.note) return toNoteBubble(entry.note, actions);
  return toMessageBubble(
    entry.message,
    resident?.name.split(" ")[0] || threadLabels.resident,
    actions,
  );
}

function toMessageBubble(
  message: Message,
  resident: string,
  actions: BubbleActions,
): ThreadMessage {
  const plain = toThreadMessage(message, resident);
  const reason = explainedStatuses.includes(message.status)
    ? message.steps.at(-1)?.reason
    : undefined;
  return {
    ...plain,
    ...(message.parts.length > 0 ? { parts: message.parts } : {}),
    ...(reason ? { reason } : {}),
    steps: [...decisionStep(message.decision, plain.at), ...plain.steps],
    extra: <MessageActions message={message} actions={actions} />,
  };
}

/** Returns the decision of the bot as the first step. */
function decisionStep(decision: Decision | undefined, at: Date): ThreadStep[] {
  if (!decision || decision.confidence === 0) return [];
  const { question, confidence, source, nextQuestion, nextConfidence } = decision;
  const facts = [
    threadLabels.match(question, confidence),
    source,
    nextQuestion && nextConfidence > 0 ? threadLabels.secondBest(nextQuestion, nextConfidence) : "",
  ];
  const name = decision.answered ? threadLabels.answer : threadLabels.closestAnswer;
  return [{ name, reason: showDirectionMarks(`${facts.filter(Boolean).join("; ")}.`), at }];
}

function MessageActions({ message, actions }: { message: Message; actions: BubbleActions }) {
  if (message.canRetry) {
    return (
      <button type="button" className="message__why" onClick={() => actions.onRetry(message)}>
        {threadLabels.retry}
      </button>
    );
  }
  if (message.undoUntil && message.authorName === actions.ownName) {
    return (
      <button type="button" className="message__why" onClick={() => actions.onUndo(message)}>
        {threadLabels.cancelSending}
      </button>
    );
  }
  return null;
}

function toNoteBubble(note: Note, actions: BubbleActions): ThreadMessage {
  return {
    id: note.id,
    from: "note",
    name: note.author,
    body: note.body,
    at: toDate(note.writtenAt),
    status: threadLabels.staffNote,
    extra:
      note.authorId === actions.ownId ? (
        <button type="button" className="message__why" onClick={() => actions.onDeleteNote(note)}>
          {noteLabels.delete}
        </button>
      ) : undefined,
  };
}
