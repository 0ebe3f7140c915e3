// Recently deleted items, such as answers, drafts and blasts. They are hidden immediately and deleted
// when the time to undo is over. Closing the window before that keeps them, so nothing is lost by
// accident.

import { useSyncExternalStore } from "react";
import { toast, undoDuration } from "../ui";
import { labels } from "./labels";
import { toastFailure } from "./toast-error";

let pendingIds: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>) {
  pendingIds = next;
  for (const listener of listeners) listener();
}

function hide(id: string) {
  set(new Set([...pendingIds, id]));
}

function show(id: string) {
  set(new Set([...pendingIds].filter((one) => one !== id)));
}

export function usePendingDeletions(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => pendingIds,
  );
}

type Deletion = {
  id: string;
  /** Name of the item, or the text that identifies it. */
  name: string;
  title: string;
  /** Text below the title while Undo is offered. Defaults to the name. */
  about?: () => string;
  drop: () => Promise<unknown>;
};

/** Hides an item immediately and deletes it when the time to undo is over. */
export function deleteWithUndo({ id, name, title, about, drop }: Deletion) {
  hide(id);
  const timer = setTimeout(async () => {
    try {
      await drop();
    } catch (error) {
      toastFailure(labels.deleteFailed(name), error);
    }
    show(id);
  }, undoDuration);
  toast.undo({
    title,
    text: about ?? name,
    onUndo: () => {
      clearTimeout(timer);
      show(id);
    },
  });
}
