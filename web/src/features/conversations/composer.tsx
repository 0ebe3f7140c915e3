import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type KeyboardEvent, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { tell } from "../../forms/tell";
import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import { part } from "../../lib/load";
import { useKeys } from "../../lib/use-keys";
import { writeOn } from "../../lib/write-on";
import { useCurrent } from "../../rpc/current";
import { toProblem } from "../../rpc/problem";
import { Button, Key, Segments, TextArea, timeToUndo, toast } from "../../ui";
import { type Draft, type Mode, putBack } from "./draft";
import { useAddNote, useReply, useUndoReply } from "./queries";
import type { Acts } from "./use-acts";
import { holdOf, nameAndUnit } from "./words";

type Props = {
  conversation: Conversation;
  acts: Acts;
  draft: Draft;
  change: (mode: Mode, text: string) => void;
};

/** Seldom shown: it comes when it is. */
const NoReply = part(() => import("./no-reply"));

const fieldId = "conversation-text";
const longest: Record<Mode, number> = { reply: 1600, note: 2000 };
const fewLeft = 200;
const modes = [
  { value: "reply", label: "Reply" },
  { value: "note", label: "Note" },
];

/** What one writes: a text for the resident, or a note that stays here. */
export function Composer({ conversation, acts, draft, change }: Props) {
  const { user } = useCurrent();
  const [mode, setMode] = useState<Mode>(draft.note && !draft.reply ? "note" : "reply");
  const writing = useWriting(conversation, change);
  const text = draft[mode];
  const barred = conversation.optedOut || holdOf(conversation, user.id) === "theirs";
  const write = (next: Mode) => {
    // The next key is the first letter already.
    flushSync(() => setMode(next));
    writeOn(fieldId);
  };
  useKeys({ r: () => write("reply"), n: () => write("note") });

  const send = () => {
    if (text.trim() && !writing.pending) writing[mode](text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) event.target.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const left = longest[mode] - text.length;
  return (
    <section className={`case-answer writing writing--${mode}`} aria-label="Write">
      <div className="row row--between">
        <Segments
          size="small"
          label="What to write"
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          options={modes}
        />
        <span className="caption">
          {mode === "note"
            ? "Only staff see it. It is never sent."
            : barred
              ? null
              : "Goes out as a text, 10 seconds after you send it."}
        </span>
      </div>
      {mode === "reply" && barred ? (
        <Suspense>
          <NoReply conversation={conversation} acts={acts} />
        </Suspense>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside */}
          <div onKeyDown={onKeyDown}>
            <TextArea
              key={mode}
              id={fieldId}
              label={mode === "note" ? "Your note" : "Your reply"}
              hideLabel
              placeholder={mode === "note" ? "Note for your colleagues" : "Write a text"}
              value={text}
              maxLength={longest[mode]}
              rows={2}
              error={writing.error}
              onChange={(next) => change(mode, next)}
            />
          </div>
          <div className="row">
            <span className="caption row__grow">
              {left < fewLeft ? `${left} characters left` : text ? "Kept until you send it" : null}
            </span>
            <span className="caption only-desk">
              <Key>Ctrl ↵</Key>
            </span>
            <Button
              variant="primary"
              isDisabled={text.trim() === ""}
              pending={writing.pending}
              onPress={send}
            >
              {mode === "note" ? "Add note" : "Send text"}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function useWriting(conversation: Conversation, change: Props["change"]) {
  const { id } = conversation;
  const { user } = useCurrent();
  const replying = useReply();
  const noting = useAddNote();
  const undoing = useUndoReply();
  const failed = replying.error ?? noting.error;

  function offerUndo(message: Message) {
    const window = message.undoUntil ? timestampMs(message.undoUntil) - Date.now() : timeToUndo;
    toast.undo({
      title: `Text to ${nameAndUnit(conversation)}.`,
      text: (left) => `It leaves in ${left} s.`,
      // Another clock than the server's promises no more than the server does.
      duration: Math.min(Math.max(window, 0), timeToUndo),
      // The conversation may have been left by now.
      onUndo: () =>
        void undoing
          .mutateAsync({ id, messageId: message.id })
          .then(() => putBack(user.id, id, message.body), tell),
    });
  }
  const problem = failed ? toProblem(failed) : undefined;
  return {
    pending: replying.isPending || noting.isPending,
    error: problem ? (problem.fields.body ?? `${problem.title} ${problem.text}`) : undefined,
    reply: (body: string) =>
      replying.mutate(
        { id, body },
        {
          onSuccess: ({ message }) => {
            change("reply", "");
            if (message) offerUndo(message);
          },
        },
      ),
    note: (body: string) => noting.mutate({ id, body }, { onSuccess: () => change("note", "") }),
  };
}
