import { type CSSProperties, type FocusEvent, useEffect } from "react";
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

/** What had the focus before a notice. It gets the focus back when that notice is closed. */
let previousFocus: Element | null = null;

function close(id: number | string): void {
  const hasFocus = document.activeElement?.closest("[data-sonner-toast]");
  sonner.dismiss(id);
  if (hasFocus && previousFocus instanceof HTMLElement) {
    previousFocus.focus({ preventScroll: true });
  }
}

/**
 * Sonner would move the focus back as soon as Tab leaves the notices, so that users of a keyboard could
 * not get past them. It leaves the focus alone in what can't be dismissed.
 */
function onFocus({ currentTarget, relatedTarget, target }: FocusEvent): void {
  if (!currentTarget.contains(relatedTarget)) previousFocus = relatedTarget;
  if (target instanceof HTMLElement) target.dataset.dismissible = "false";
}

function draw(notice: ToastNotice): void {
  if (notice.kind === "undo") {
    drawUndo(notice);
    return;
  }
  const { kind, title, text, id } = notice;
  const lasts = kind === "loading" ? Number.POSITIVE_INFINITY : shown;
  const { duration = lasts } = notice;
  sonner.custom(
    (own) => <ToastCard kind={kind} title={title} text={text} onClose={() => close(own)} />,
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
        onClose={() => close(id)}
        onUndo={() => {
          close(id);
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
    <div onFocusCapture={onFocus}>
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
    </div>
  );
}
