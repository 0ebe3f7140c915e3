import { type KeyboardEvent, type ReactNode, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import type { FieldTools } from "../../forms/field-tools";
import type { Conversation } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { focusAtEnd } from "../../lib/focus-at-end";
import { lazyWithReload } from "../../lib/lazy";
import { Button, KeyCap, SegmentedControl, TextArea } from "../../ui";
import { labels as noteLabels } from "../note/labels";
import { AttachPhoto } from "../photo-picker/attached-photos";
import { PhotosToSend } from "../photo-picker/photos-to-send";
import { usePhotosToSend } from "../photo-picker/use-photos-to-send";
import { useSession } from "../session/session";
import { useShortcuts } from "../shortcut/use-shortcuts";
import { sendAnyway } from "../typing/labels";
import { TypingNotice } from "../typing/typing-notice";
import { useTyping } from "../typing/use-typing";
import { detailLabels } from "./detail-labels";
import { type Mode, toKey, useDraft } from "./draft";
import { toAssignment } from "./rules";
import { useComposer } from "./use-composer";
import type { ConversationActions } from "./use-conversation-actions";

type Props = {
  conversation: Conversation;
  /** How many photos a reply can have. */
  maxPhotos: number;
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
export function ConversationComposer(props: Props) {
  const { conversation, maxPhotos, actions, channel, tools } = props;
  const { user } = useSession();
  const [draft, change] = useDraft(user.id, conversation.id);
  const photos = usePhotosToSend(toKey(user.id, conversation.id), maxPhotos);
  const isReplyBegun = draft.reply !== "" || photos.picker.photos.length > 0;
  const [mode, setMode] = useState<Mode>(draft.note && !isReplyBegun ? "note" : "reply");
  const writing = useComposer(conversation, photos.picker);
  const typing = useTyping({ id: conversation.id, method: reportTyping });
  const text = draft[mode];
  const hasPhotos = mode === "reply" && photos.picker.photos.length > 0;
  const isEmpty = text.trim() === "" && !hasPhotos;
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
    if (isEmpty || writing.pending) return;
    if (hasPhotos && photos.isBlocked) photos.focus();
    else if (mode === "note" || typing.confirm()) writing[mode](text.trim());
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
      <ModeRow mode={mode} channel={channel} isBlocked={isBlocked} onChange={setMode} />
      {mode === "reply" && isBlocked ? (
        <Suspense>
          <NoReply conversation={conversation} actions={actions} id={fieldId} />
        </Suspense>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside */}
          <div ref={photos.area} onKeyDown={onKeyDown}>
            {mode === "reply" && tools
              ? tools.around({ fieldId, text, change: edit, children: field })
              : field}
            {mode === "reply" ? <PhotosToSend photos={photos} /> : null}
          </div>
          {mode === "reply" ? <TypingNotice typing={typing} /> : null}
          <SendRow
            text={text}
            isEmpty={isEmpty}
            left={maxLength[mode] - text.length}
            send={
              mode === "note"
                ? detailLabels.addNote
                : typing.isAsking
                  ? sendAnyway
                  : detailLabels.sendText
            }
            pending={writing.pending}
            tools={
              mode === "reply" ? (
                <>
                  {tools?.button}
                  <AttachPhoto
                    picker={photos.picker}
                    disabled={writing.pending || !photos.canAttach}
                  />
                </>
              ) : null
            }
            onSend={send}
          />
        </>
      )}
    </section>
  );
}

type ModeRowProps = {
  mode: Mode;
  channel: ReactNode;
  /** The resident gets no reply. */
  isBlocked: boolean;
  onChange: (mode: Mode) => void;
};

/** Chooses what to write: a reply, with its channel, or a note. */
function ModeRow({ mode, channel, isBlocked, onChange }: ModeRowProps) {
  return (
    <div className="row row--between writing__head">
      {mode === "reply" ? channel : null}
      <SegmentedControl
        size="small"
        label={detailLabels.messageType}
        value={mode}
        onChange={(next) => onChange(next as Mode)}
        options={modes}
      />
      <span className="caption">
        {mode === "note" ? noteLabels.hint : isBlocked || channel ? null : detailLabels.replyHint}
      </span>
    </div>
  );
}

type SendRowProps = {
  text: string;
  /** There is nothing to send. */
  isEmpty: boolean;
  /** Number of characters that may still be typed. */
  left: number;
  send: string;
  pending: boolean;
  tools: ReactNode;
  onSend: () => void;
};

/** The button that sends, with the state of the draft. */
function SendRow({ text, isEmpty, left, send, pending, tools, onSend }: SendRowProps) {
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
        reason={isEmpty ? detailLabels.textMissing : undefined}
        pending={pending}
        onPress={onSend}
      >
        {send}
      </Button>
    </div>
  );
}
