// State of the email composer: content, saved draft and sending.

import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { toProblem } from "../../api/problem";
import { toastError } from "../../forms/toast-error";
import { undoLabels } from "../../forms/undo-labels";
import { formatDateTime } from "../../lib/format-date";
import { toast, undoDuration } from "../../ui";
import type { ComposerProps } from "./composer";
import { useCancelEmail, useDiscardDraft, useSaveDraft, useSendDraft } from "./queries";
import { threadLabels } from "./thread-labels";
import { useAttachments } from "./use-attachments";

export type Content = {
  mailboxId: string;
  /** Addresses, separated by commas. */
  to: string;
  cc: string;
  subject: string;
  text: string;
};

const saveDelay = 1200;

const toAddresses = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);

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
  const { threadId, participant, onDone, onRestore } = props;
  const [content, setContent] = useState(() => firstContent(props));
  const [changes, setChanges] = useState(0);
  const [savedChanges, setSavedChanges] = useState(0);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState<string>();
  const draftId = useRef(props.draft?.id ?? "");
  const isOver = useRef(false);
  // Saves are queued, so that only the first one creates the draft.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const saving = useSaveDraft();
  const discarding = useDiscardDraft();
  const sending = useSendDraft();
  const canceling = useCancelEmail();

  const refuse = (error: unknown) => {
    const { fields: refused, title, text } = toProblem(error);
    setFields(refused);
    setProblem(Object.keys(refused).length > 0 ? undefined : `${title} ${text}`);
  };

  const store = async () => {
    const { to, cc, ...rest } = content;
    const { message } = await saving.mutateAsync({
      ...rest,
      id: draftId.current,
      threadId,
      to: toAddresses(to),
      cc: toAddresses(cc),
    });
    draftId.current = message?.id ?? "";
    setSavedChanges(changes);
    return draftId.current;
  };
  const save = () => {
    const saved = queue.current.catch(() => undefined).then(store);
    queue.current = saved;
    return saved;
  };
  const attachments = useAttachments(props.draft?.attachments ?? [], async () => {
    // Waits for a draft that is being created.
    await queue.current.catch(() => undefined);
    return draftId.current || save();
  });
  const autosave = useEffectEvent(() => {
    if (isOver.current || !(content.text.trim() || content.subject.trim())) return;
    // Incomplete input, such as an address, is rejected on sending instead.
    save().catch(() => undefined);
  });
  // The clock is external to React.
  useEffect(() => {
    if (changes === 0) return;
    const timer = setTimeout(autosave, saveDelay);
    return () => clearTimeout(timer);
  }, [changes]);

  async function send(at?: Date) {
    setProblem(undefined);
    setFields({});
    isOver.current = true;
    try {
      const id = await save();
      await sending.mutateAsync(at ? { id, sendAt: timestampFromDate(at) } : { id });
      const name = participant || toAddresses(content.to)[0] || "";
      onDone();
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
      isOver.current = false;
      refuse(error);
    }
  }

  function discard() {
    isOver.current = true;
    void queue.current
      .catch(() => undefined)
      .then(() => {
        if (draftId.current) discarding.mutate({ id: draftId.current }, { onError: toastError });
        onDone();
      });
  }

  const isSaved = draftId.current !== "";
  return {
    content,
    attachments,
    fields,
    problem,
    isSaved,
    isSending: sending.isPending,
    saveLabel: saving.isPending
      ? threadLabels.saving
      : saving.isError && changes > savedChanges
        ? threadLabels.notSaved
        : isSaved && changes === savedChanges
          ? threadLabels.saved
          : "",
    change(change: Partial<Content>) {
      setContent({ ...content, ...change });
      setFields({});
      setChanges(changes + 1);
    },
    send: (at?: Date) => void send(at),
    discard,
  };
}
