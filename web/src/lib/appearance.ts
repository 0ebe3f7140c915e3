// The user's choice of theme and density. It is stored here; public/theme.js reads and applies it
// before the first paint.

import { useMemo, useSyncExternalStore } from "react";
import { localStore, readText, writeJson } from "./storage";

export type Appearance = { theme: "system" | "light" | "dark"; density: "comfortable" | "compact" };

const key = "parlor.look";
const defaultAppearance: Appearance = { theme: "system", density: "comfortable" };
const listeners = new Set<() => void>();

function parse(text: string | null): Appearance {
  try {
    return { ...defaultAppearance, ...(JSON.parse(text ?? "{}") as Partial<Appearance>) };
  } catch {
    return defaultAppearance;
  }
}

function apply({ theme, density }: Appearance) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  if (density === "compact") dataset.density = density;
  else delete dataset.density;
}

function read() {
  return readText(localStore, key);
}

function notifyListeners() {
  apply(parse(read()));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key) notifyListeners();
  };
  listeners.add(listener);
  window.addEventListener("storage", onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", onStorage);
  };
}

export function useAppearance(): [Appearance, (change: Partial<Appearance>) => void] {
  const text = useSyncExternalStore(subscribe, read);
  const appearance = useMemo(() => parse(text), [text]);
  const set = (change: Partial<Appearance>) => {
    writeJson(localStore, key, { ...appearance, ...change });
    notifyListeners();
  };
  return [appearance, set];
}
