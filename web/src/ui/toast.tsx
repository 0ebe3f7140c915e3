// Notices for what has no place on the page. Here they wait; what draws them is
// loaded a moment after the page, or with the first of them.

import { Suspense, useState, useSyncExternalStore } from "react";
import { part, useAtHand } from "../lib/load";
import type { ToastKind } from "./toast-card";

export const timeToUndo = 10_000;

/** One with the id of another takes its place. */
type Named = { id?: string };
export type ToastWords = Named & { title: string; text?: string; duration?: number };
type Words = ToastWords | string;

export type UndoWords = Named & {
  title: string;
  text?: string | ((secondsLeft: number) => string);
  /** In milliseconds; 10 s if not told. */
  duration?: number;
  onUndo: () => void;
};

type Told = { kind: ToastKind } & ToastWords;
export type Notice = Told | ({ kind: "undo" } & UndoWords);

let waiting: readonly Notice[] = [];
const listeners = new Set<() => void>();

function wait(notices: readonly Notice[]): void {
  waiting = notices;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The notices that wait to be drawn. */
export function useWaiting(): readonly Notice[] {
  return useSyncExternalStore(subscribe, () => waiting);
}

/** Gives each notice to one taker only. */
export function takeWaiting(): readonly Notice[] {
  const taken = waiting;
  if (taken.length > 0) wait([]);
  return taken;
}

function show(kind: ToastKind, words: Words, id?: string): void {
  const { title, ...more } = typeof words === "string" ? { title: words } : words;
  wait([...waiting, { kind, title, ...more, ...(id === undefined ? {} : { id }) }]);
}

type PromiseWords<T> = {
  loading: Words;
  success: Words | ((value: T) => Words);
  error: Words | ((error: unknown) => Words);
};

let promised = 0;

/** Waits with the work and turns into what became of it. */
async function promise<T>(work: Promise<T>, words: PromiseWords<T>): Promise<void> {
  promised += 1;
  const id = `promise ${promised}`;
  show("loading", words.loading, id);
  try {
    const value = await work;
    show("success", typeof words.success === "function" ? words.success(value) : words.success, id);
  } catch (error) {
    show("error", typeof words.error === "function" ? words.error(error) : words.error, id);
  }
}

/** Gone after 3 s, unless it is still loading or something can be undone. */
export const toast = {
  success: (words: Words) => show("success", words),
  error: (words: Words) => show("error", words),
  warning: (words: Words) => show("warning", words),
  info: (words: Words) => show("info", words),
  promise,
  undo: (words: UndoWords) => wait([...waiting, { kind: "undo", ...words }]),
};

const readCards = () => import("./toaster");
const Cards = part(readCards);

/** Where notices appear: once, at the foot of the app. */
export function Toaster() {
  const waits = useWaiting().length > 0;
  const [wanted, setWanted] = useState(false);
  if (waits && !wanted) setWanted(true);
  useAtHand(readCards);
  // A dialog makes inert what is beside it; what can be undone stays within reach.
  return (
    <div data-react-aria-top-layer="true">
      {wanted ? (
        <Suspense>
          <Cards />
        </Suspense>
      ) : null}
    </div>
  );
}
