// Values that survive a reload of the tab: drafts, the test phone.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { ofTab, readJson, readText, writeJson } from "../../lib/store";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readStored<T>(key: string): T | undefined {
  return readJson<T>(ofTab, key);
}

export function writeStored<T>(key: string, value: T | undefined): void {
  writeJson(ofTab, key, value);
  for (const listener of listeners) listener();
}

export function useStored<T>(key: string): [T | undefined, (value: T | undefined) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(ofTab, key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what is parsed
  const value = useMemo(() => readStored<T>(key), [key, text]);
  const set = useCallback((next: T | undefined) => writeStored(key, next), [key]);
  return [value, set];
}
