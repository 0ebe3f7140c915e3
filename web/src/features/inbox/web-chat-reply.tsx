import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { toDraftProblem } from "../../api/problem";
import { detailLabels } from "../../entities/conversation/detail-labels";
import { noReplyLabels } from "../../entities/conversation/no-reply-labels";
import { AttachedPhotos, AttachPhoto } from "../../entities/photo-picker/attached-photos";
import type { PickedPhoto } from "../../entities/photo-picker/kept-photos";
import { type PhotoPicker, usePhotoPicker } from "../../entities/photo-picker/use-photo-picker";
import { useSession } from "../../entities/session/session";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { sendAnyway } from "../../entities/typing/labels";
import { TypingNotice } from "../../entities/typing/typing-notice";
import { useTyping } from "../../entities/typing/use-typing";
import { visitorLabel } from "../../entities/web-chat/labels";
import type { FieldTools } from "../../forms/field-tools";
import { keepRequestId, toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type { WebChat, WebChatMessage } from "../../gen/parlor/v1/web_chat_pb";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";
import { draftKey, readDraft, useStoredDraft, writeDraft } from "../../lib/drafts";
import { focusAtEnd } from "../../lib/focus-at-end";
import { useNow } from "../../lib/use-now";
import { Button, Icon, KeyCap, TextArea, toast, undoDuration } from "../../ui";
import type { WebChatActions } from "./use-web-chat-actions";
import { chatLabels, presenceLabel } from "./web-chat-labels";
import { useSendChatReply, useUndoChatReply } from "./web-chat-queries";
import { toChatPermissions, toPresence } from "./web-chat-rules";

type Props = {
  chat: WebChat;
  actions: WebChatActions;
  /** Choice of the channel of the reply. */
  channel: ReactNode;
  tools: FieldTools;
};

const { reportWebChatTyping } = WebChatService.method;
const maxLength = 4000;
/** Maximum photos of a reply. */
const maxPhotos = 3;
const countdownFrom = 200;

/** Replies to the visitor in the web chat. */
export function WebChatReply({ chat, actions, channel, tools }: Props) {
  const { user } = useSession();
  const key = draftKey("web-chat", user.id, chat.id);
  const [text = "", change] = useStoredDraft<string>(key);
  const fieldId = useId();
  const picker = usePhotoPicker(maxPhotos, key);
  const sending = useSending(chat, key, picker);
  const typing = useTyping({ id: chat.id, method: reportWebChatTyping });
  const may = toChatPermissions(chat, user);
  const presence = toPresence(chat, useNow());
  useShortcuts("emailReply", { r: () => focusAtEnd(fieldId) });

  const isEmpty = text.trim() === "" && picker.photos.length === 0;
  const edit = (next: string) => {
    change(next || undefined);
    typing.change(next);
  };
  const send = () => {
    if (!isEmpty && !sending.pending && typing.confirm()) sending.send(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) event.target.blur();
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  const left = maxLength - text.length;
  const field = (
    <TextArea
      id={fieldId}
      label={detailLabels.yourReply}
      hideLabel
      placeholder={chatLabels.placeholder}
      value={text}
      maxLength={maxLength}
      rows={2}
      error={sending.error}
      onChange={edit}
    />
  );
  return (
    <section className="case-answer writing" aria-label={detailLabels.compose}>
      <div className="row row--between writing__head">{channel}</div>
      {may.reply ? (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the field inside */}
          <div onKeyDown={onKeyDown}>
            {tools.around({ fieldId, text, change: edit, children: field })}
          </div>
          <AttachedPhotos picker={picker} />
          <TypingNotice typing={typing} />
          <p className="caption">{presenceLabel(presence, chat)}</p>
          <div className="row">
            {tools.button}
            <AttachPhoto picker={picker} disabled={sending.pending} />
            <span className="caption row__grow">
              {left < countdownFrom
                ? detailLabels.charactersLeft(left)
                : text
                  ? detailLabels.draftSaved
                  : null}
            </span>
            <span className="caption only-desk">
              <KeyCap>{detailLabels.ctrlEnter}</KeyCap>
            </span>
            <Button
              variant="primary"
              reason={isEmpty ? detailLabels.textMissing : undefined}
              pending={sending.pending}
              onPress={send}
            >
              {typing.isAsking ? sendAnyway : chatLabels.send}
            </Button>
          </div>
        </>
      ) : (
        <Claimed chat={chat} actions={actions} mayTake={may.take} />
      )}
    </section>
  );
}

type ClaimedProps = Pick<Props, "chat" | "actions"> & { mayTake: boolean };

/** A colleague has the chat. */
function Claimed({ chat, actions, mayTake }: ClaimedProps) {
  return (
    <p className="notice notice--warning">
      <Icon name="persona" />
      <span className="row__grow">
        <span className="strong">{noReplyLabels.claimed(chat.assigneeName)}</span>{" "}
        {mayTake ? noReplyLabels.takeOverHint : chatLabels.askHint}
      </span>
      {mayTake ? (
        <Button size="small" pending={actions.busy} onPress={() => actions.takeOver(chat)}>
          {detailLabels.takeOver}
        </Button>
      ) : null}
    </p>
  );
}

/** Sends the reply, and offers to undo it, which brings it back even if the page was left. */
function useSending(chat: WebChat, key: string, picker: PhotoPicker) {
  const { id } = chat;
  const sending = useSendChatReply();
  const undoing = useUndoChatReply();
  const problem = sending.error
    ? toDraftProblem(sending.error, picker.photos.length > 0)
    : undefined;

  function offerUndo(message: WebChatMessage, photos: readonly PickedPhoto[]) {
    const window = message.sentAt ? timestampMs(message.sentAt) - Date.now() : undoDuration;
    const restore = () => {
      const newer = readDraft<string>(key);
      writeDraft(key, [message.body, newer].filter(Boolean).join("\n") || undefined);
      picker.restore(photos);
    };
    toast.undo({
      title: chatLabels.sendingTo(visitorLabel(chat)),
      text: undoLabels.sendingIn,
      // A clock that differs from the server's must not offer more time than the server does.
      duration: Math.min(Math.max(window, 0), undoDuration),
      onUndo: () =>
        void undoing.mutateAsync({ id, messageId: message.id }).then(restore, toastError),
    });
  }
  return {
    pending: sending.isPending,
    error: problem
      ? (problem.fields.body ?? problem.fields.photos ?? `${problem.title} ${problem.text}`)
      : undefined,
    send: (body: string) => {
      const { photos } = picker;
      sending.mutate(
        { id, body, photos: photos.map(({ url }) => url) },
        {
          onSuccess: ({ message }) => {
            writeDraft(key, undefined);
            picker.clear(photos);
            if (message) offerUndo(message, photos);
          },
          onError: keepRequestId,
        },
      );
    },
  };
}
