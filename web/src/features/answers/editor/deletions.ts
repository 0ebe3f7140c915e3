// Answers that somebody deleted a moment ago. They are out of sight at once and
// leave for good once the time to undo is over; who closes the window before that
// keeps them, so nothing is lost by accident.

import { useSyncExternalStore } from "react";

export const timeToUndo = 10_000;

let leaving: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>) {
  leaving = next;
  for (const listener of listeners) listener();
}

export function hide(id: string) {
  set(new Set([...leaving, id]));
}

export function show(id: string) {
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
