// The messages and the notes of a conversation as one thread.

import {
  type Conversation,
  type Decision,
  type Message,
  MessageStatus,
  type Note,
} from "../../gen/parlor/v1/conversation_pb";
import { percent } from "../../lib/sure";
import { bubbleOf, dateOf, placeOf, wasSaid } from "../../rpc/messages";
import type { ThreadMessage, ThreadStep } from "../../ui/thread";

/** Where it stands needs an explanation, and the last step has it. */
const explained: readonly MessageStatus[] = [
  MessageStatus.UNDELIVERED,
  MessageStatus.FAILED,
  MessageStatus.SUPPRESSED,
  MessageStatus.UNKNOWN,
];

export type BubbleActs = {
  /** The person at the desk. */
  ownId: string;
  ownName: string;
  onUndo: (message: Message) => void;
  onRetry: (message: Message) => void;
  onDeleteNote: (note: Note) => void;
};

/** What stands in the thread: a text, or a note between them. */
export type Entry = Pick<ThreadMessage, "id" | "from" | "at"> &
  ({ message: Message; note?: undefined } | { note: Note; message?: undefined });

/** Everything in its order; each is made a bubble only where it is in view. */
export function entriesOf(messages: readonly Message[], notes: readonly Note[]): Entry[] {
  const said = messages.filter(wasSaid).map((message): Entry => ({ ...placeOf(message), message }));
  const noted = notes.map(
    (note): Entry => ({ id: note.id, from: "note", at: dateOf(note.writtenAt), note }),
  );
  return [...said, ...noted].sort((one, other) => one.at.getTime() - other.at.getTime());
}

export function bubbleFor(entry: Entry, { resident }: Conversation, acts: BubbleActs) {
  if (entry.note) return noted(entry.note, acts);
  return bubble(entry.message, resident?.name.split(" ")[0] || "Resident", acts);
}

function bubble(message: Message, resident: string, acts: BubbleActs): ThreadMessage {
  const plain = bubbleOf(message, resident);
  const reason = explained.includes(message.status) ? message.steps.at(-1)?.reason : undefined;
  return {
    ...plain,
    ...(message.parts.length > 0 ? { parts: message.parts } : {}),
    ...(reason ? { reason } : {}),
    steps: [...restsOn(message.decision, plain.at), ...plain.steps],
    extra: <Extra message={message} acts={acts} />,
  };
}

/** What an answer of the bot rests on, as the first of the steps. */
function restsOn(decision: Decision | undefined, at: Date): ThreadStep[] {
  if (!decision || decision.confidence === 0) return [];
  const { question, confidence, source, nextQuestion, nextConfidence } = decision;
  const facts = [
    `“${question}”, ${percent(confidence)} sure`,
    source,
    nextQuestion && nextConfidence > 0
      ? `next best “${nextQuestion}”, ${percent(nextConfidence)}`
      : "",
  ];
  const name = decision.answered ? "Answer" : "Nearest";
  return [{ name, reason: `${facts.filter(Boolean).join("; ")}.`, at }];
}

function Extra({ message, acts }: { message: Message; acts: BubbleActs }) {
  if (message.canRetry) {
    return (
      <button type="button" className="message__why" onClick={() => acts.onRetry(message)}>
        Send again
      </button>
    );
  }
  if (message.undoUntil && message.authorName === acts.ownName) {
    return (
      <button type="button" className="message__why" onClick={() => acts.onUndo(message)}>
        Take back
      </button>
    );
  }
  return null;
}

function noted(note: Note, acts: BubbleActs): ThreadMessage {
  return {
    id: note.id,
    from: "note",
    name: note.author,
    body: note.body,
    at: dateOf(note.writtenAt),
    status: "Note, never sent",
    extra:
      note.authorId === acts.ownId ? (
        <button type="button" className="message__why" onClick={() => acts.onDeleteNote(note)}>
          Delete note
        </button>
      ) : undefined,
  };
}
