// Parts of the app are read when they are needed. One that is gone (a new version
// was put in place) is had by reading the page again: once, or it would never end,
// and not without a network, which leaves no page at all.

import { type ComponentType, lazy, useEffect } from "react";
import { ofTab, readText, writeText } from "./store";

const key = "parlor.reloaded";
const guard = 60_000;
const calm = 2000;

function reloadedLately(): boolean {
  return Date.now() - Number(readText(ofTab, key) ?? 0) < guard;
}

type Part<P> = { default: ComponentType<P> };

export async function readPart<P>(
  read: () => Promise<Part<P>>,
  reload: () => void = () => window.location.reload(),
): Promise<Part<P>> {
  try {
    return await read();
  } catch (error) {
    if (reloadedLately() || !navigator.onLine) throw new PartMissing(error);
    writeText(ofTab, key, String(Date.now()));
    reload();
    return new Promise(() => undefined);
  }
}

export class PartMissing extends Error {
  constructor(cause: unknown) {
    super("A part of the app could not be read", { cause });
  }
}

export function part<P>(read: () => Promise<Part<P>>) {
  return lazy(() => readPart(read));
}

/** The page comes first; then the part is at hand before it is needed. */
export function useAtHand(read: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => read().catch(() => undefined), calm);
    return () => clearTimeout(timer);
  }, [read]);
}
