import { createContext, type RefObject, use, useEffect, useRef, useState } from "react";
import { ToastCard, type ToastCardProps } from "./toast-card";

/** Whether the time of all toasts stands still. */
export const PausedContext = createContext(false);

/**
 * Whether the pointer or the focus is on a toast in this area, or the page is hidden. The document is
 * asked, because a toast that is removed under the pointer reports no leave.
 */
export function usePaused(area: RefObject<HTMLElement | null>): boolean {
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const [isHidden, setHidden] = useState(() => document.hidden);
  useEffect(() => {
    const stop = new AbortController();
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && area.current?.contains(target) === true;
    const on = <K extends keyof DocumentEventMap>(
      name: K,
      listener: (event: DocumentEventMap[K]) => void,
    ) => document.addEventListener(name, listener, { signal: stop.signal });
    // A finger never leaves: it would hold the toast until the next tap.
    on("pointerover", (event) =>
      setHovered(event.pointerType !== "touch" && isInside(event.target)),
    );
    on("pointerout", (event) => event.relatedTarget ?? setHovered(false));
    on("focusin", (event) => setFocus(isInside(event.target)));
    on("focusout", (event) => event.relatedTarget ?? setFocus(false));
    on("visibilitychange", () => setHidden(document.hidden));
    return () => stop.abort();
  }, [area]);
  return isHovered || hasFocus || isHidden;
}

type Props = ToastCardProps & { duration: number; onClose: () => void };

/** A toast that closes after a time, in milliseconds, of which pauses are not part. */
export function TimedCard({ duration, onClose, ...card }: Props) {
  const isPaused = use(PausedContext);
  const left = useRef(duration);
  const end = useRef(onClose);
  useEffect(() => {
    if (isPaused) return undefined;
    const start = Date.now();
    const timer = setTimeout(() => end.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - start;
    };
  }, [isPaused]);
  return <ToastCard {...card} onClose={onClose} />;
}
