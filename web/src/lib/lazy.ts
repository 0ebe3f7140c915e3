// Parts of the app load on demand. If a file is gone because a new version was deployed, the page
// reloads, at most once a minute and never offline, when reloading would fail.

import { type ComponentType, createElement, lazy, useEffect } from "react";
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

/** Number of times the user has retried parts that failed to load. */
let retries = 0;

/** Makes every part that failed to load try again the next time it renders. */
export function retryModules(): void {
  retries += 1;
  writeText(sessionStore, key, null);
}

/** A component that loads on its first render, and again after `retryModules` if that failed. */
export function lazyWithReload<P extends object>(load: () => Promise<LazyModule<P>>) {
  let failedAt: number | undefined;
  const attempt = () =>
    lazy(() =>
      loadModule(load).catch((error: unknown) => {
        failedAt = retries;
        throw error;
      }),
    );
  let current = attempt();
  return function LazyPart(props: P) {
    if (failedAt !== undefined && failedAt < retries) {
      failedAt = undefined;
      current = attempt();
    }
    return createElement(current as ComponentType<P>, props);
  };
}

/** Loads a part in the background shortly after the page, before it is needed. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), prefetchDelay);
    return () => clearTimeout(timer);
  }, [load]);
}
