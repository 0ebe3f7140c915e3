// What one does to an escalation, and how it is taken back.

import { tell } from "../../forms/tell";
import type { DismissReason, Escalation } from "../../gen/parlor/v1/escalation_pb";
import { useCurrent } from "../../rpc/current";
import { toast } from "../../ui";
import { type Channel, type Draft, readDraft, writeDraft } from "./draft";
import { useAnswer, useClaim, useDismiss, useRelease, useUndo } from "./queries";
import { nameAndUnit } from "./words";

function leavingWords(channel: Channel, left: number): string {
  return `The ${channel === "email" ? "mail" : "text"} leaves in ${left} s.`;
}

type Moves = {
  /** It left the list: something else is shown. */
  onLeave: (id: string) => void;
  /** It is back. */
  onReturn: (id: string) => void;
};

export type Acts = ReturnType<typeof useActs>;

export function useActs({ onLeave, onReturn }: Moves) {
  const { user } = useCurrent();
  const answering = useAnswer();
  const dismissing = useDismiss();
  const undoing = useUndo();
  const claiming = useClaim();
  const releasing = useRelease();

  function offerUndo(escalation: Escalation, did: string, text: (left: number) => string) {
    const { id } = escalation;
    const draft = readDraft(user.id, id);
    writeDraft(user.id, id, undefined);
    toast.undo({
      title: `${did} ${nameAndUnit(escalation)}.`,
      text,
      onUndo: () => {
        // What was written comes back with it.
        writeDraft(user.id, id, draft);
        // The page may have been left by now; then it is not led back to.
        undoing.mutateAsync({ id }, { onSuccess: () => onReturn(id) }).catch(tell);
      },
    });
  }

  return {
    /** The ids that are being claimed or released. */
    busy: claiming.isPending || releasing.isPending,
    claim: ({ id }: Escalation) => claiming.mutate({ id }, { onError: tell }),
    release: ({ id }: Escalation) => releasing.mutate({ id }, { onError: tell }),

    async answer(escalation: Escalation, draft: Draft) {
      const { id } = escalation;
      onLeave(id);
      try {
        const request = {
          id,
          answer: draft.answer.trim(),
          question: draft.question.trim(),
          topic: draft.topic,
          botTrained: draft.train,
          ...(draft.notify
            ? { notifyHomeownerData: { notify: true, notificationType: draft.channel } }
            : {}),
        };
        await answering.mutateAsync(request, { onError: () => onReturn(id) });
        offerUndo(escalation, "Answered", (left) =>
          draft.notify ? leavingWords(draft.channel, left) : `You can undo it for ${left} s.`,
        );
      } catch (error) {
        tell(error);
      }
    },

    async dismiss(escalation: Escalation, reason: DismissReason) {
      const { id } = escalation;
      onLeave(id);
      try {
        await dismissing.mutateAsync({ id, reason }, { onError: () => onReturn(id) });
        offerUndo(escalation, "Dismissed", (left) => `You can undo it for ${left} s.`);
      } catch (error) {
        tell(error);
      }
    },
  };
}
