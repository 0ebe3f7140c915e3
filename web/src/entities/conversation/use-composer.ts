// Sends what staff write in a conversation.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import { toDraftProblem } from "../../api/problem";
import { keepRequestId, toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type { Conversation, Message } from "../../gen/parlor/v1/conversation_pb";
import { toast, undoDuration } from "../../ui";
import { keepSentPhotos } from "../photo-picker/kept-photos";
import type { PhotoPicker } from "../photo-picker/use-photo-picker";
import { useSession } from "../session/session";
import { detailLabels } from "./detail-labels";
import { type Mode, restoreDraft } from "./draft";
import { residentAndUnit } from "./labels";
import { useAddNote, useReply, useUndoReply } from "./queries";

/** Sends replies, which can be undone, and adds notes. `change` changes the draft. */
export function useComposer(
  conversation: Conversation,
  change: (mode: Mode, text: string) => void,
  picker: PhotoPicker,
) {
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
          .then(() => restoreDraft(user.id, id, message), toastError),
    });
  }
  const problem = failed ? toDraftProblem(failed, picker.photos.length > 0) : undefined;
  return {
    pending: replying.isPending || noting.isPending,
    error: problem
      ? (problem.fields.body ?? problem.fields.photos ?? `${problem.title} ${problem.text}`)
      : undefined,
    reply: (body: string) => {
      const { photos } = picker;
      replying.mutate(
        { id, body, photos: photos.map(({ url }) => url) },
        {
          onSuccess: ({ message }) => {
            change("reply", "");
            picker.clear(photos);
            if (!message) return;
            keepSentPhotos(message.id, photos);
            offerUndo(message);
          },
          onError: keepRequestId,
        },
      );
    },
    note: (body: string) =>
      noting.mutate({ id, body }, { onSuccess: () => change("note", ""), onError: keepRequestId }),
  };
}
