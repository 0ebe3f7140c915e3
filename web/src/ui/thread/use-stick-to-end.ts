import type { Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { ThreadItem } from "./thread-rows";

/** Distance from the end, in pixels, within which the user counts as reading the newest message. */
export const near = 48;

function isAtEnd(box: HTMLElement): boolean {
  return box.scrollHeight - box.scrollTop - box.clientHeight < near;
}

/**
 * Opens a long list at its newest message, or at the highlighted one, and counts messages that
 * arrive while the user is away from the end. The list keeps its position, and stays at the end if
 * it was there.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  list: Virtualizer<HTMLDivElement, Element>,
  messages: readonly ThreadItem[],
  own: readonly ThreadItem["from"][],
  markedAt: number,
) {
  const last = messages.at(-1);
  const [away, setAway] = useState(false);
  const [readTo, setReadTo] = useState(last?.id);
  const shown = useRef<string>(undefined);
  const atEnd = useRef(true);
  const lastId = last?.id;
  const isOwn = last !== undefined && own.includes(last.from);

  const toEnd = useCallback(() => list.scrollToEnd(), [list]);
  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    atEnd.current = isAtEnd(box);
    setAway(!atEnd.current);
    if (atEnd.current) setReadTo(lastId);
  }, [scroller, lastId]);

  // Scrolls after the rows are rendered. The user's own messages are always scrolled to.
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = lastId ?? "";
    if (before === undefined && markedAt >= 0) list.scrollToIndex(markedAt, { align: "center" });
    else if (before === undefined || (before !== lastId && isOwn)) list.scrollToEnd();
    look();
  }, [list, lastId, isOwn, markedAt, look]);

  // The window, a keyboard or the field below can shrink the thread, or lines can wrap differently:
  // the newest message stays visible.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box || typeof ResizeObserver === "undefined") return;
    const watch = new ResizeObserver(() => {
      if (atEnd.current) list.scrollToEnd();
    });
    watch.observe(box);
    return () => watch.disconnect();
  }, [scroller, list]);

  const missed = messages.length - 1 - messages.findLastIndex(({ id }) => id === readTo);
  return { away, missed: readTo && away ? missed : 0, toEnd, look };
}
