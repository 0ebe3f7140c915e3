// Values that survive a reload of the tab, such as the number of the test phone.

import { useCallback, useMemo, useSyncExternalStore } from "react";
import { readJson, readText, sessionStore, writeJson } from "./storage";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readSessionValue<T>(key: string): T | undefined {
  return readJson<T>(sessionStore, key);
}

export function writeSessionValue<T>(key: string, value: T | undefined): void {
  writeJson(sessionStore, key, value);
  for (const listener of listeners) listener();
}

export function useSessionValue<T>(key: string): [T | undefined, (value: T | undefined) => void] {
  const text = useSyncExternalStore(subscribe, () => readText(sessionStore, key));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `text` is parsed
  const value = useMemo(() => readSessionValue<T>(key), [key, text]);
  const set = useCallback((next: T | undefined) => writeSessionValue(key, next), [key]);
  return [value, set];
}
