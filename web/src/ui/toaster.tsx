import {
  type CSSProperties,
  type FocusEvent,
  Fragment,
  type ReactElement,
  useEffect,
  useRef,
} from "react";
import { Toaster as Sonner, toast as sonner } from "sonner";
import {
  type ToastNotice,
  takeQueuedToasts,
  type UndoOptions,
  undoDuration,
  useQueuedToasts,
} from "./toast";
import { ToastCard, UndoCard } from "./toast-card";
import { PausedContext, TimedCard, usePaused } from "./toast-time";

const shown = 3000;

/** What had the focus before a notice. It gets the focus back when that notice is closed. */
let previousFocus: Element | null = null;

function close(id: number | string): void {
  const hasFocus = document.activeElement?.closest("[data-sonner-toast]");
  sonner.dismiss(id);
  if (!hasFocus) return;
  if (previousFocus instanceof HTMLElement) previousFocus.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/**
 * Sonner would move the focus back as soon as Tab leaves the notices, so that users of a keyboard could
 * not get past them. It leaves the focus alone in what can't be dismissed.
 */
function onFocus({ currentTarget, relatedTarget, target }: FocusEvent): void {
  if (!currentTarget.contains(relatedTarget)) previousFocus = relatedTarget;
  if (target instanceof HTMLElement) target.dataset.dismissible = "false";
}

let drawn = 0;

/** The cards end by themselves: Sonner's own time would run on while a toast has the focus. */
function drawCard(card: (id: number | string) => ReactElement, id: string | undefined): void {
  drawn += 1;
  // A toast that replaces another one has its own time.
  const key = drawn;
  sonner.custom((own) => <Fragment key={key}>{card(own)}</Fragment>, {
    duration: Number.POSITIVE_INFINITY,
    ...(id === undefined ? {} : { id }),
  });
}

function draw(notice: ToastNotice): void {
  if (notice.kind === "undo") {
    drawUndo(notice);
    return;
  }
  const { kind, title, text, id } = notice;
  drawCard((own) => {
    const card = { kind, title, text, onClose: () => close(own) };
    return kind === "loading" ? <ToastCard {...card} /> : <TimedCard {...card} duration={shown} />;
  }, id);
}

function drawUndo({ id: name, title, text, duration = undoDuration, onUndo }: UndoOptions): void {
  const until = Date.now() + duration;
  // Ends on time, even while the pointer is over it.
  drawCard(
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
    name,
  );
}

const width = { "--width": "352px" } as CSSProperties;

export default function Cards() {
  const waiting = useQueuedToasts();
  const area = useRef<HTMLDivElement>(null);
  const isPaused = usePaused(area);
  // Sonner keeps its toasts outside of React and is subscribed by the time this runs.
  useEffect(() => {
    if (waiting.length > 0) takeQueuedToasts().forEach(draw);
  }, [waiting]);
  return (
    <div ref={area} onFocusCapture={onFocus}>
      <PausedContext value={isPaused}>
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
      </PausedContext>
    </div>
  );
}
