// Parts of the app are read when they are needed. One that is gone (a new version
// was put in place) is had by reading the page again: once, or it would never end,
// and not without a network, which leaves no page at all.

import { type ComponentType, lazy, useEffect } from "react";
import { readText, sessionStore, writeText } from "./storage";

const key = "parlor.reloaded";
const reloadInterval = 60_000;
const prefetchDelay = 2000;

function hasReloadedRecently(): boolean {
  return Date.now() - Number(readText(sessionStore, key) ?? 0) < reloadInterval;
}

type LazyModule<P> = { default: ComponentType<P> };

export async function loadModule<P>(
  load: () => Promise<LazyModule<P>>,
  reload: () => void = () => window.location.reload(),
): Promise<LazyModule<P>> {
  try {
    return await load();
  } catch (error) {
    if (hasReloadedRecently() || !navigator.onLine) throw new ModuleLoadError(error);
    writeText(sessionStore, key, String(Date.now()));
    reload();
    return new Promise(() => undefined);
  }
}

export class ModuleLoadError extends Error {
  constructor(cause: unknown) {
    super("Part of the app couldn't load", { cause });
  }
}

export function lazyWithReload<P>(load: () => Promise<LazyModule<P>>) {
  return lazy(() => loadModule(load));
}

/** The page comes first; then the part is at hand before it is needed. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), prefetchDelay);
    return () => clearTimeout(timer);
  }, [load]);
}
