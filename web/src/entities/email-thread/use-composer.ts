// State of the email composer: content, saved draft and sending.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useState } from "react";
import { toProblem } from "../../api/problem";
import { toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import { formatDateTime } from "../../lib/format-date";
import { useIsMounted } from "../../lib/use-is-mounted";
import { toast, undoDuration } from "../../ui";
import { useSendFailure } from "../message/send-failure";
import type { ComposerProps } from "./composer";
import { useCancelEmail, useDiscardDraft, useSendDraft } from "./queries";
import { threadLabels } from "./thread-labels";
import { useAttachments } from "./use-attachments";
import { type Content, toAddresses, useSavedDraft } from "./use-saved-draft";

function firstContent({ draft, defaultTo = "", mailboxId }: ComposerProps): Content {
  return {
    mailboxId: draft?.mailboxId ?? mailboxId,
    to: draft ? draft.to.join(", ") : defaultTo,
    cc: draft?.cc.join(", ") ?? "",
    subject: draft?.subject ?? "",
    text: draft?.text ?? "",
  };
}

export function useComposer(props: ComposerProps) {
  const { participant, onRestore } = props;
  const [content, setContent] = useState(() => firstContent(props));
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const draft = useSavedDraft(props, content);
  const discarding = useDiscardDraft();
  const sending = useSendDraft();
  const [isSending, setIsSending] = useState(false);
  const canceling = useCancelEmail();
  const showFailure = useSendFailure();
  const isMounted = useIsMounted();
  const name = participant || toAddresses(content.to)[0] || "";

  const finish = () => {
    // A user who has left the email must not be taken back to it.
    if (isMounted.current) props.onDone();
  };
  const refuse = (error: unknown) => {
    const { fields: refused, title, text } = toProblem(error);
    setFields(refused);
    setProblem(Object.keys(refused).length > 0 ? undefined : `${title} ${text}`);
    showFailure(threadLabels.notSentTo(name), error);
  };

  const attachments = useAttachments(props.draft?.attachments ?? [], async () => {
    // A draft may be being created.
    await draft.settle();
    return draft.id.current || draft.save();
  });

  async function send(at?: Date) {
    setProblem(undefined);
    setFields({});
    setIsSending(true);
    draft.isOver.current = true;
    try {
      const id = await draft.save();
      await sending.mutateAsync(at ? { id, sendAt: timestampFromDate(at) } : { id });
      finish();
      if (at) toast.success({ title: threadLabels.scheduled(formatDateTime(at, new Date())) });
      else
        toast.undo({
          title: threadLabels.sent(name),
          text: undoLabels.sendingIn,
          duration: undoDuration,
          // The composer is closed by then, so only the promise reports the result.
          onUndo: () =>
            void canceling.mutateAsync({ id }).then(({ message }) => {
              if (message) onRestore(message);
            }, toastError),
        });
    } catch (error) {
      draft.isOver.current = false;
      refuse(error);
    } finally {
      setIsSending(false);
    }
  }

  function discard() {
    draft.isOver.current = true;
    void draft.settle().then(() => {
      const id = draft.id.current;
      if (id) discarding.mutate({ id }, { onError: toastError });
      finish();
    });
  }

  return {
    content,
    attachments,
    fields,
    problem,
    isSaved: draft.isSaved,
    /** The email is being saved and sent. Changes would be lost. */
    isSending,
    saveLabel: draft.label,
    change(change: Partial<Content>) {
      if (isSending) return;
      setContent({ ...content, ...change });
      setFields({});
      draft.noteChange();
    },
    send: (at?: Date) => void send(at),
    discard,
  };
}
