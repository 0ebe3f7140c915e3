import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

const near = 48;
const air = 12;

/**
 * Scrolls up to the highlighted message if it is above the visible part. Returns whether it was.
 */
function toMarked(box: HTMLElement): boolean {
  const marked = box.querySelector(".message--found");
  if (!marked) return false;
  const above = box.getBoundingClientRect().top + air - marked.getBoundingClientRect().top;
  if (above <= 0) return false;
  box.scrollTop -= above;
  return true;
}

/**
 * Keeps a scroller at the newest message while the user is there, and in place otherwise, also when
 * older messages are added above. Starts at the highlighted message if that is further up.
 */
export function useScrollToNewest(
  scroller: RefObject<HTMLElement | null>,
  ids: readonly string[],
  newestIsOwn: boolean,
) {
  const [missed, setMissed] = useState(false);
  const atEnd = useRef(true);
  const seen = useRef<{ first: string | undefined; last: string | undefined; height: number }>({
    first: undefined,
    last: undefined,
    height: 0,
  });
  const first = ids[0];
  const last = ids.at(-1);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    atEnd.current = true;
    setMissed(false);
  }, [scroller]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const before = seen.current;
    seen.current = { first, last, height: box.scrollHeight };
    if (before.last !== last && !atEnd.current && !newestIsOwn) setMissed(true);
    else if (before.last !== last) {
      toEnd();
      if (before.last === undefined && toMarked(box)) atEnd.current = false;
    } else if (before.first !== first && !atEnd.current) {
      box.scrollTop += box.scrollHeight - before.height;
    }
  }, [scroller, first, last, newestIsOwn, toEnd]);

  // Resizing the window, a keyboard or a side panel can shrink the thread.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(() => {
      if (atEnd.current) box.scrollTop = box.scrollHeight;
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [scroller]);

  const onScroll = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < near;
    if (atEnd.current) setMissed(false);
  }, [scroller]);

  return { missed, toEnd, onScroll };
}
