// Answers and test cases that somebody deleted a moment ago. They are out of sight at once and
// leave for good once the time to undo is over; who closes the window before that
// keeps them, so nothing is lost by accident.

import { useSyncExternalStore } from "react";
import { toProblem } from "../../../rpc/problem";
import { timeToUndo, toast } from "../../../ui";

let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>) {
  leaving = next;
  for (const listener of listeners) listener();
}

function hide(id: string) {
  set(new Set([...leaving, id]));
}

function show(id: string) {
  set(new Set([...leaving].filter((one) => one !== id)));
}

export function useLeaving(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => leaving,
  );
}

type Deletion = {
  id: string;
  question: string;
  title: string;
  /** What is said below the title meanwhile; the question, where unset. */
  about?: () => string;
  drop: () => Promise<unknown>;
};

/** Deletes something by its question, with time to think better of it. */
export function deleteWithUndo({ id, question, title, about, drop }: Deletion) {
  hide(id);
  const leave = setTimeout(async () => {
    try {
      await drop();
    } catch (error) {
      const problem = toProblem(error);
      toast.error({
        title: `“${question}” is still there.`,
        text: `${problem.title} ${problem.text}`,
      });
    }
    show(id);
  }, timeToUndo);
  toast.undo({
    title,
    text: about ?? question,
    onUndo: () => {
      clearTimeout(leave);
      show(id);
    },
  });
}
