// The person's choice of theme and density. public/theme.js sets it before the
// first paint; what it reads is written here.

import { useMemo, useSyncExternalStore } from "react";
import { kept, readText, writeJson } from "./store";

export type Look = { theme: "system" | "light" | "dark"; density: "comfortable" | "compact" };

const key = "parlor.look";
const plain: Look = { theme: "system", density: "comfortable" };
const listeners = new Set<() => void>();

function parse(text: string | null): Look {
  try {
    return { ...plain, ...(JSON.parse(text ?? "{}") as Partial<Look>) };
  } catch {
    return plain;
  }
}

function apply({ theme, density }: Look) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  if (density === "compact") dataset.density = density;
  else delete dataset.density;
}

function read() {
  return readText(kept, key);
}

function tell() {
  apply(parse(read()));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) tell();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

export function useLook(): [Look, (change: Partial<Look>) => void] {
  const text = useSyncExternalStore(subscribe, read);
  const look = useMemo(() => parse(text), [text]);
  const set = (change: Partial<Look>) => {
    writeJson(kept, key, { ...look, ...change });
    tell();
  };
  return [look, set];
}
