// The last action that failed unexpectedly. A toast about it closes too soon to copy its request ID.

import { useSyncExternalStore } from "react";
import type { Problem } from "./problem";

let failure: Problem | undefined;
const listeners = new Set<() => void>();

export function setLastFailure(problem: Problem | undefined): void {
  failure = problem;
  for (const listener of listeners) listener();
}

export function useLastFailure(): Problem | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => failure,
  );
}
