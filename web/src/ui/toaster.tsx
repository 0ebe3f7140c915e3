import { type CSSProperties, useEffect } from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import {
  type ToastNotice,
  takeQueuedToasts,
  type UndoOptions,
  undoDuration,
  useQueuedToasts,
} from "./toast";
import { ToastCard, UndoCard } from "./toast-card";

const shown = 3000;

function draw(notice: ToastNotice): void {
  if (notice.kind === "undo") {
    drawUndo(notice);
    return;
  }
  const { kind, title, text, id } = notice;
  const lasts = kind === "loading" ? Number.POSITIVE_INFINITY : shown;
  const { duration = lasts } = notice;
  sonner.custom(
    (own) => (
      <ToastCard kind={kind} title={title} text={text} onClose={() => sonner.dismiss(own)} />
    ),
    { duration, ...(id === undefined ? {} : { id }) },
  );
}

function drawUndo({ id: name, title, text, duration = undoDuration, onUndo }: UndoOptions): void {
  const until = Date.now() + duration;
  // Ends on time, even while the pointer is over it.
  sonner.custom(
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
    { duration: Number.POSITIVE_INFINITY, ...(name === undefined ? {} : { id: name }) },
  );
}

const width = { "--width": "352px" } as CSSProperties;

export default function Cards() {
  const waiting = useQueuedToasts();
  // Sonner keeps its toasts outside of React and is subscribed by the time this runs.
  useEffect(() => {
    if (waiting.length > 0) takeQueuedToasts().forEach(draw);
  }, [waiting]);
  return (
    <Sonner
      position="bottom-left"
      className="toaster"
      offset={{ left: "var(--toast-left)", bottom: "var(--toast-bottom)" }}
      mobileOffset={{ left: 16, right: 16, bottom: "var(--toast-bottom)" }}
      style={width}
      visibleToasts={3}
      // A stack that expands on hover would move buttons away from the pointer.
      expand
      gap={8}
      containerAriaLabel="Notices"
    />
  );
}
