// Sends what staff write in a conversation.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import { toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import { toast, undoDuration } from "../../ui";
import { toSendError, useSendFailure } from "../message/send-failure";
import { keepSentPhotos } from "../photo-picker/kept-photos";
import type { PhotoPicker } from "../photo-picker/use-photo-picker";
import { useSession } from "../session/session";
import { detailLabels } from "./detail-labels";
import { clearSent, restoreDraft } from "./draft";
import { residentAndUnit } from "./labels";
import { useAddNote, useIsReplying, useReply, useUndoReply } from "./queries";

/**
 * Sends replies, which can be undone, and adds notes. The user may type on, or leave the conversation, before the
 * server responds.
 */
export function useComposer(conversation: Conversation, picker: PhotoPicker) {
  const { id } = conversation;
  const { user } = useSession();
  const replying = useReply();
  const noting = useAddNote();
  const undoing = useUndoReply();
  const isReplying = useIsReplying(id);
  const showFailure = useSendFailure();
  const failed = replying.error ?? noting.error;

  function offerUndo(message: Message) {
    const window = message.undoUntil ? timestampMs(message.undoUntil) - Date.now() : undoDuration;
    toast.undo({
      title: detailLabels.sendingTo(residentAndUnit(conversation)),
      text: undoLabels.sendingIn,
      // A clock that differs from the server's must not offer more time than the server does.
      duration: Math.min(Math.max(window, 0), undoDuration),
      onUndo: () =>
        void undoing
          .mutateAsync({ id, messageId: message.id })
          .then(() => restoreDraft(user.id, id, message), toastError),
    });
  }
  return {
    pending: isReplying || noting.isPending,
    error: failed ? toSendError(failed, picker.photos.length > 0) : undefined,
    reply: (body: string) => {
      const { photos } = picker;
      const request = { id, body, photos: photos.map(({ url }) => url) };
      void replying.mutateAsync(request).then(
        ({ message }) => {
          clearSent(user.id, id, "reply", body);
          picker.clear(photos);
          if (!message) return;
          keepSentPhotos(message.id, photos);
          offerUndo(message);
        },
        (error) =>
          showFailure(
            detailLabels.notSentTo(residentAndUnit(conversation)),
            error,
            photos.length > 0,
          ),
      );
    },
    note: (body: string) =>
      void noting.mutateAsync({ id, body }).then(
        () => clearSent(user.id, id, "note", body),
        (error) => showFailure(detailLabels.noteNotAdded, error),
      ),
  };
}
