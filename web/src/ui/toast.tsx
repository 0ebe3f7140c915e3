import type { CSSProperties } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import "sonner/dist/styles.css";
import { ToastCard, type ToastKind, UndoCard } from "./toast-card";

const shown = 3000;
export const timeToUndo = 10_000;

export type ToastWords = { title: string; text?: string; duration?: number };
type Words = ToastWords | string;

function wordsOf(words: Words): ToastWords {
  return typeof words === "string" ? { title: words } : words;
}

function show(kind: ToastKind, words: Words, id?: string | number) {
  const { title, text, duration } = wordsOf(words);
  return sonner.custom(
    (own) => (
      <ToastCard kind={kind} title={title} text={text} onClose={() => sonner.dismiss(own)} />
    ),
    {
      duration: kind === "loading" ? Number.POSITIVE_INFINITY : (duration ?? shown),
      ...(id === undefined ? {} : { id }),
    },
  );
}

type UndoWords = {
  title: string;
  text?: string | ((secondsLeft: number) => string);
  /** In milliseconds; 10 s if not told. */
  duration?: number;
  onUndo: () => void;
};

function undo({ title, text, duration = timeToUndo, onUndo }: UndoWords) {
  const until = Date.now() + duration;
  // It ends at its moment, whether or not the pointer rests on it.
  return sonner.custom(
    (id) => (
      <UndoCard
        title={title}
        {...(text === undefined ? {} : { text })}
        until={until}
        duration={duration}
        onClose={() => sonner.dismiss(id)}
        onUndo={() => {
          sonner.dismiss(id);
          onUndo();
        }}
      />
    ),
    { duration: Number.POSITIVE_INFINITY },
  );
}

type PromiseWords<T> = {
  loading: Words;
  success: Words | ((value: T) => Words);
  error: Words | ((error: unknown) => Words);
};

/** Waits with the work and turns into what became of it. */
async function promise<T>(work: Promise<T>, words: PromiseWords<T>): Promise<void> {
  const id = show("loading", words.loading);
  try {
    const value = await work;
    show("success", typeof words.success === "function" ? words.success(value) : words.success, id);
  } catch (error) {
    show("error", typeof words.error === "function" ? words.error(error) : words.error, id);
  }
}

/** For what has no place on the page. Gone after 3 s, unless it is still loading. */
export const toast = {
  success: (words: Words) => show("success", words),
  error: (words: Words) => show("error", words),
  warning: (words: Words) => show("warning", words),
  info: (words: Words) => show("info", words),
  loading: (words: Words) => show("loading", words),
  promise,
  undo,
  dismiss: (id?: string | number) => sonner.dismiss(id),
};

const width = { "--width": "352px" } as CSSProperties;

/** Where toasts appear: once, at the foot of the app. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-left"
      className="toaster"
      offset={{ left: "var(--toast-left)", bottom: "var(--toast-bottom)" }}
      mobileOffset={{ left: 16, right: 16, bottom: "var(--toast-bottom)" }}
      style={width}
      visibleToasts={3}
      gap={8}
      containerAriaLabel="Notices"
    />
  );
}
