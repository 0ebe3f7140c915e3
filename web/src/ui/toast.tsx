// Toasts: notices that belong to no part of the page. They are queued here until the code that
// renders them has loaded, shortly after the page or with the first toast.

import { Suspense, useState, useSyncExternalStore } from "react";
import { lazyWithReload, usePrefetch } from "../lib/lazy";
import type { ToastKind } from "./toast-card";

export const undoDuration = 10_000;

/** A toast replaces the one with the same ID. */
type Named = { id?: string };
export type MessageOptions = Named & { title: string; text?: string };
type TitleOrOptions = MessageOptions | string;

export type UndoOptions = Named & {
  title: string;
  text?: string | ((secondsLeft: number) => string);
  /** In milliseconds. Defaults to 10 s. */
  duration?: number;
  onUndo: () => void;
};

type MessageNotice = { kind: ToastKind } & MessageOptions;
export type ToastNotice = MessageNotice | ({ kind: "undo" } & UndoOptions);

let queue: readonly ToastNotice[] = [];
const listeners = new Set<() => void>();

function enqueue(notices: readonly ToastNotice[]): void {
  queue = notices;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The toasts that wait to be rendered. */
export function useQueuedToasts(): readonly ToastNotice[] {
  return useSyncExternalStore(subscribe, () => queue);
}

/** Returns the waiting toasts and empties the queue, so that each is rendered once. */
export function takeQueuedToasts(): readonly ToastNotice[] {
  const toasts = queue;
  if (toasts.length > 0) enqueue([]);
  return toasts;
}

function show(kind: ToastKind, words: TitleOrOptions, id?: string): void {
  const { title, ...more } = typeof words === "string" ? { title: words } : words;
  enqueue([...queue, { kind, title, ...more, ...(id === undefined ? {} : { id }) }]);
}

type PromiseOptions<T> = {
  loading: TitleOrOptions;
  success: TitleOrOptions | ((value: T) => TitleOrOptions);
  error: TitleOrOptions | ((error: unknown) => TitleOrOptions);
};

let promised = 0;

/** Shows that the work is running, then replaces that with its result. */
async function promise<T>(work: Promise<T>, words: PromiseOptions<T>): Promise<void> {
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

/** Toasts close after 3 s without the pointer or the focus, unless they are loading or can be undone. */
export const toast = {
  success: (words: TitleOrOptions) => show("success", words),
  error: (words: TitleOrOptions) => show("error", words),
  warning: (words: TitleOrOptions) => show("warning", words),
  info: (words: TitleOrOptions) => show("info", words),
  promise,
  undo: (words: UndoOptions) => enqueue([...queue, { kind: "undo", ...words }]),
};

const loadCards = () => import("./toaster");
const Cards = lazyWithReload(loadCards);

/** Renders the toasts. Used once, at the end of the app. */
export function Toaster() {
  const waits = useQueuedToasts().length > 0;
  const [wanted, setWanted] = useState(false);
  if (waits && !wanted) setWanted(true);
  usePrefetch(loadCards);
  // A dialog makes its siblings inert, but Undo must stay reachable.
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
