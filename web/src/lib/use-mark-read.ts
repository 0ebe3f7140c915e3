import { useEffect, useEffectEvent, useState } from "react";

type Readable = { id: string; isUnread: boolean; messageCount: number };

/** Marks a visible conversation as read, when the user opens it and when messages arrive. */
export function useMarkRead(
  { id, isUnread, messageCount }: Readable,
  isChosen: boolean,
  mark: (read: { id: string; isUnread: false }) => void,
): void {
  const [seen, setSeen] = useState(0);
  const see = useEffectEvent(() => {
    if (document.visibilityState !== "visible") return;
    setSeen(messageCount);
    if (isUnread) mark({ id, isUnread: false });
  });
  // The visibility of the window is external to React. What the user marks as unread stays unread.
  useEffect(() => {
    if (!isChosen || messageCount === seen) return;
    see();
    document.addEventListener("visibilitychange", see);
    return () => document.removeEventListener("visibilitychange", see);
  }, [messageCount, seen, isChosen]);
}
