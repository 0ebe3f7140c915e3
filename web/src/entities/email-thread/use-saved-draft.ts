// Saving the draft of an email while it is written.

import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { EmailMessage } from "../../gen/parlor/v1/email_thread_pb";
import { useSaveDraft } from "./queries";
import { threadLabels } from "./thread-labels";

export type Content = {
  mailboxId: string;
  /** Addresses, separated by commas. */
  to: string;
  cc: string;
  subject: string;
  text: string;
};

const saveDelay = 1200;

export const toAddresses = (text: string) =>
  text
    .split(/[,;\s]+/)
    .map((address) => address.trim())
    .filter(Boolean);

type Options = { draft: EmailMessage | undefined; threadId: string };

/** Saves the content a moment after its last change. */
export function useSavedDraft({ draft, threadId }: Options, content: Content) {
  const [changes, setChanges] = useState(0);
  const [savedChanges, setSavedChanges] = useState(0);
  const id = useRef(draft?.id ?? "");
  const isOver = useRef(false);
  // Saves are queued, so that only the first one creates the draft.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const saving = useSaveDraft();

  const store = async () => {
    const { to, cc, ...rest } = content;
    const { message } = await saving.mutateAsync({
      ...rest,
      id: id.current,
      threadId,
      to: toAddresses(to),
      cc: toAddresses(cc),
    });
    id.current = message?.id ?? "";
    setSavedChanges(changes);
    return id.current;
  };
  const save = () => {
    const saved = queue.current.catch(() => undefined).then(store);
    queue.current = saved;
    return saved;
  };
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

  const isSaved = id.current !== "";
  return {
    /** Empty until the draft is saved for the first time. */
    id,
    /** Whether the email is sent or discarded, so that nothing is saved any more. */
    isOver,
    save,
    isSaved,
    noteChange: () => setChanges(changes + 1),
    /** Waits for a draft that is being saved. */
    settle: () => queue.current.catch(() => undefined),
    label: saving.isPending
      ? threadLabels.saving
      : saving.isError && changes > savedChanges
        ? threadLabels.notSaved
        : isSaved && changes === savedChanges
          ? threadLabels.saved
          : "",
  };
}
