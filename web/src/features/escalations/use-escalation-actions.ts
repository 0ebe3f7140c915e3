// Actions on an escalation, with undo.

import { toDraftProblem } from "../../api/problem";
import { type Draft, readDraft, toKey, writeDraft } from "../../entities/escalation-answer/draft";
import { keepPhotos, readPhotos } from "../../entities/photo-picker/kept-photos";
import { useSession } from "../../entities/session/session";
import { toastError, toErrorToast } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import type {
  DismissReason,
  Escalation,
  EscalationPriority,
} from "../../gen/parlor/v1/escalation_pb";
import { toast } from "../../ui";
import { labels, residentAndUnit } from "./labels";
import {
  useAnswerEscalation,
  useClaimEscalation,
  useDismissEscalation,
  useReleaseEscalation,
  useSetEscalationPriority,
  useUndoReview,
} from "./queries";

type ActionCallbacks = {
  /** Called when the escalation leaves the list. */
  onLeave: (id: string) => void;
  /** Called when the escalation returns to the list. */
  onReturn: (id: string) => void;
};

/** Shows why an answer was refused. The form is back by then, with the draft and its photos. */
function toastRefusal(error: unknown, hasPhotos: boolean) {
  const { text, fields } = toDraftProblem(error, hasPhotos);
  if (fields.photos) toast.error({ title: labels.photosRefused, text: fields.photos });
  else toast.error({ ...toErrorToast(error), text });
}

export type EscalationActions = ReturnType<typeof useEscalationActions>;

export function useEscalationActions({ onLeave, onReturn }: ActionCallbacks) {
  const { user } = useSession();
  const answering = useAnswerEscalation();
  const dismissing = useDismissEscalation();
  const undoing = useUndoReview();
  const claiming = useClaimEscalation();
  const releasing = useReleaseEscalation();
  const prioritizing = useSetEscalationPriority();

  function offerUndo(escalation: Escalation, did: string, text: (left: number) => string) {
    const { id } = escalation;
    const draft = readDraft(user.id, id);
    const key = toKey(user.id, id);
    const photos = readPhotos(key);
    writeDraft(user.id, id, undefined);
    keepPhotos(key, []);
    toast.undo({
      title: `${did} ${residentAndUnit(escalation)}.`,
      text,
      onUndo: () => {
        // Restores the draft and its photos too.
        writeDraft(user.id, id, draft);
        keepPhotos(key, photos);
        // Does not navigate back if the user has left the page.
        undoing.mutateAsync({ id }, { onSuccess: () => onReturn(id) }).catch(toastError);
      },
    });
  }

  return {
    /** An escalation is being claimed or released. */
    busy: claiming.isPending || releasing.isPending,
    claim: ({ id }: Escalation) => claiming.mutate({ id }, { onError: toastError }),
    release: ({ id }: Escalation) => releasing.mutate({ id }, { onError: toastError }),

    setPriority: ({ id }: Escalation, priority: EscalationPriority) =>
      prioritizing.mutate({ id, priority }, { onError: toastError }),

    async answer(escalation: Escalation, draft: Draft) {
      const { id } = escalation;
      onLeave(id);
      try {
        const request = {
          id,
          answer: draft.answer.trim(),
          question: draft.question.trim(),
          category: draft.category,
          botTrained: draft.train,
          ...(draft.notify
            ? {
                notifyHomeownerData: { notify: true, notificationType: draft.channel },
                photos: readPhotos(toKey(user.id, id)).map(({ url }) => url),
              }
            : {}),
        };
        await answering.mutateAsync(request, { onError: () => onReturn(id) });
        offerUndo(escalation, labels.answered, (left) =>
          draft.notify ? labels.sending(draft.channel, left) : undoLabels.timeLeft(left),
        );
      } catch (error) {
        toastRefusal(error, readPhotos(toKey(user.id, id)).length > 0);
      }
    },

    async dismiss(escalation: Escalation, reason: DismissReason) {
      const { id } = escalation;
      onLeave(id);
      try {
        await dismissing.mutateAsync({ id, reason }, { onError: () => onReturn(id) });
        offerUndo(escalation, labels.dismissed, undoLabels.timeLeft);
      } catch (error) {
        toastError(error);
      }
    },
  };
}
