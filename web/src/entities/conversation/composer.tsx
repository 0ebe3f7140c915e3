import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { toProblem } from "../../api/problem";
import type { FieldTools } from "../../forms/field-tools";
import { keepRequestId, toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { focusAtEnd } from "../../lib/focus-at-end";
import { lazyWithReload } from "../../lib/lazy";
import { Button, KeyCap, SegmentedControl, TextArea, toast, undoDuration } from "../../ui";
import { labels as noteLabels } from "../note/labels";
import { useSession } from "../session/session";
import { useShortcuts } from "../shortcut/use-shortcuts";
import { sendAnyway } from "../typing/labels";
import { TypingNotice } from "../typing/typing-notice";
import { useTyping } from "../typing/use-typing";
import { detailLabels } from "./detail-labels";
import { type Mode, restoreDraft, useDraft } from "./draft";
import { residentAndUnit } from "./labels";
import { useAddNote, useReply, useUndoReply } from "./queries";
import { toAssignment } from "./rules";
import type { ConversationActions } from "./use-conversation-actions";

type Props = {
  conversation: Conversation;
  actions: ConversationActions;
  /** Choice of the channel of the reply. */
  channel?: ReactNode;
  /** Tools of the field of a reply. */
  tools?: FieldTools | undefined;
};

/** Loaded when it is shown, which is rare. */
const NoReply = lazyWithReload(() => import("./no-reply"));

const { reportConversationTyping: reportTyping } = ConversationService.method;
const fieldId = "conversation-text";
const maxLength: Record<Mode, number> = { reply: 1600, note: 2000 };
const countdownFrom = 200;
const modes = [
  { value: "reply", label: detailLabels.reply },
  { value: "note", label: detailLabels.note },
];

/** Composes a text to the resident or a note for staff. */
export function ConversationComposer({ conversation, actions, channel, tools }: Props) {
  const { user } = useSession();
  const [draft, change] = useDraft(user.id, conversation.id);
  const [mode, setMode] = useState<Mode>(draft.note && !draft.reply ? "note" : "reply");
  const writing = useComposer(conversation, change);
  const typing = useTyping({ id: conversation.id, method: reportTyping });
  const text = draft[mode];
  const isBlocked = conversation.optedOut || toAssignment(conversation, user.id) === "theirs";
  const write = (next: Mode) => {
    // Renders the field at once, because the next key types into it.
    flushSync(() => setMode(next));
    focusAtEnd(fieldId);
  };
  useShortcuts("composer", { r: () => write("reply"), n: () => write("note") });

  const edit = (next: string) => {
    change(mode, next);
    if (mode === "reply") typing.change(next);
  };
  const send = () => {
    if (!text.trim() || writing.pending) return;
    if (mode === "note" || typing.confirm()) writing[mode](text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) event.target.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const field = (
    <TextArea
      key={mode}
      id={fieldId}
      label={mode === "note" ? detailLabels.yourNote : detailLabels.yourReply}
      hideLabel
      placeholder={mode === "note" ? noteLabels.placeholder : detailLabels.replyPlaceholder}
      value={text}
      maxLength={maxLength[mode]}
      rows={2}
      error={writing.error}
      onChange={edit}
    />
  );
  return (
    <section className={`case-answer writing writing--${mode}`} aria-label={detailLabels.compose}>
      <div className="row row--between writing__head">
        {mode === "reply" ? channel : null}
        <SegmentedControl
          size="small"
          label={detailLabels.messageType}
          value={mode}
          onChange={(next) => setMode(next as Mode)}
          options={modes}
        />
        <span className="caption">
          {mode === "note" ? noteLabels.hint : isBlocked || channel ? null : detailLabels.replyHint}
        </span>
      </div>
      {mode === "reply" && isBlocked ? (
        <Suspense>
          <NoReply conversation={conversation} actions={actions} id={fieldId} />
        </Suspense>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside */}
          <div onKeyDown={onKeyDown}>
            {mode === "reply" && tools
              ? tools.around({ fieldId, text, change: edit, children: field })
              : field}
          </div>
          {mode === "reply" ? <TypingNotice typing={typing} /> : null}
          <SendRow
            text={text}
            left={maxLength[mode] - text.length}
            send={
              mode === "note"
                ? detailLabels.addNote
                : typing.isAsking
                  ? sendAnyway
                  : detailLabels.sendText
            }
            pending={writing.pending}
            tools={mode === "reply" ? tools?.button : null}
            onSend={send}
          />
        </>
      )}
    </section>
  );
}

type SendRowProps = {
  text: string;
  /** Number of characters that may still be typed. */
  left: number;
  send: string;
  pending: boolean;
  tools: ReactNode;
  onSend: () => void;
};

/** The button that sends, with the state of the draft. */
function SendRow({ text, left, send, pending, tools, onSend }: SendRowProps) {
  const draftState = text ? detailLabels.draftSaved : null;
  return (
    <div className="row">
      {tools}
      <span className="caption row__grow">
        {left < countdownFrom ? detailLabels.charactersLeft(left) : draftState}
      </span>
      <span className="caption only-desk">
        <KeyCap>{detailLabels.ctrlEnter}</KeyCap>
      </span>
      <Button
        variant="primary"
        reason={text.trim() === "" ? detailLabels.textMissing : undefined}
        pending={pending}
        onPress={onSend}
      >
        {send}
      </Button>
    </div>
  );
}

function useComposer(conversation: Conversation, change: (mode: Mode, text: string) => void) {
  const { id } = conversation;
  const { user } = useSession();
  const replying = useReply();
  const noting = useAddNote();
  const undoing = useUndoReply();
  const failed = replying.error ?? noting.error;

  function offerUndo(message: Message) {
    const window = message.undoUntil ? timestampMs(message.undoUntil) - Date.now() : undoDuration;
    toast.undo({
      title: detailLabels.sendingTo(residentAndUnit(conversation)),
      text: undoLabels.sendingIn,
      // A clock that differs from the server's must not offer more time than the server does.
      duration: Math.min(Math.max(window, 0), undoDuration),
      // The user may have left the conversation.
      onUndo: () =>
        void undoing
          .mutateAsync({ id, messageId: message.id })
          .then(() => restoreDraft(user.id, id, message.body), toastError),
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
          onError: keepRequestId,
        },
      ),
    note: (body: string) =>
      noting.mutate({ id, body }, { onSuccess: () => change("note", ""), onError: keepRequestId }),
  };
}
