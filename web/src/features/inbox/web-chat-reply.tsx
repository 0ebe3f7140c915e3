import { timestampMs } from "@bufbuild/protobuf/wkt";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { detailLabels } from "../../entities/conversation/detail-labels";
import { noReplyLabels } from "../../entities/conversation/no-reply-labels";
import { toSendError, useSendFailure } from "../../entities/message/send-failure";
import { AttachPhoto } from "../../entities/photo-picker/attached-photos";
import { keepSentPhotos, restoreSentPhotos } from "../../entities/photo-picker/kept-photos";
import { PhotosToSend } from "../../entities/photo-picker/photos-to-send";
import type { PhotoPicker } from "../../entities/photo-picker/use-photo-picker";
import { maxPhotos, usePhotosToSend } from "../../entities/photo-picker/use-photos-to-send";
import { useSession } from "../../entities/session/session";
import { useShortcuts } from "../../entities/shortcut/use-shortcuts";
import { sendAnyway } from "../../entities/typing/labels";
import { TypingNotice } from "../../entities/typing/typing-notice";
import { useTyping } from "../../entities/typing/use-typing";
import { visitorLabel } from "../../entities/web-chat/labels";
import type { FieldTools } from "../../forms/field-tools";
import { toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type { WebChat, WebChatMessage } from "../../gen/parlor/v1/web_chat_pb";
import { WebChatService } from "../../gen/parlor/v1/web_chat_service_pb";
import { draftKey, readDraft, useStoredDraft, withoutSent, writeDraft } from "../../lib/drafts";
import { focusAtEnd } from "../../lib/focus-at-end";
import { useNow } from "../../lib/use-now";
import { Button, Icon, KeyCap, TextArea, toast, undoDuration } from "../../ui";
import type { WebChatActions } from "./use-web-chat-actions";
import { chatLabels, presenceLabel } from "./web-chat-labels";
import { useIsSendingChatReply, useSendChatReply, useUndoChatReply } from "./web-chat-queries";
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
const countdownFrom = 200;

/** Replies to the visitor in the web chat. */
export function WebChatReply({ chat, actions, channel, tools }: Props) {
  const { user } = useSession();
  const key = draftKey("web-chat", user.id, chat.id);
  const [text = "", change] = useStoredDraft<string>(key);
  const fieldId = useId();
  const photos = usePhotosToSend(key, maxPhotos);
  const { picker } = photos;
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
    if (isEmpty || sending.pending) return;
    if (photos.isBlocked) photos.focus();
    else if (typing.confirm()) sending.send(text.trim());
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
          <div ref={photos.area} onKeyDown={onKeyDown}>
            {tools.around({ fieldId, text, change: edit, children: field })}
            <PhotosToSend photos={photos} />
          </div>
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

/**
 * Sends the reply, and offers to undo it, which brings it back. The user may type on, or leave the chat, before the
 * server responds.
 */
function useSending(chat: WebChat, key: string, picker: PhotoPicker) {
  const { id } = chat;
  const sending = useSendChatReply();
  const isSending = useIsSendingChatReply(id);
  const showFailure = useSendFailure();
  const undoing = useUndoChatReply();

  function offerUndo(message: WebChatMessage) {
    const window = message.sentAt ? timestampMs(message.sentAt) - Date.now() : undoDuration;
    const restore = () => {
      const newer = readDraft<string>(key);
      writeDraft(key, [message.body, newer].filter(Boolean).join("\n") || undefined);
      restoreSentPhotos(message.id, key);
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
    pending: isSending,
    error: sending.error ? toSendError(sending.error, picker.photos.length > 0) : undefined,
    send: (body: string) => {
      const { photos } = picker;
      const request = { id, body, photos: photos.map(({ url }) => url) };
      void sending.mutateAsync(request).then(
        ({ message }) => {
          writeDraft(key, withoutSent(readDraft<string>(key) ?? "", body) || undefined);
          picker.clear(photos);
          if (!message) return;
          keepSentPhotos(message.id, photos);
          offerUndo(message);
        },
        (error) => showFailure(chatLabels.notSentTo(visitorLabel(chat)), error, photos.length > 0),
      );
    },
  };
}
