import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef } from "react";
import { Button } from "../button";
import { type LoadMore, useLoadMore } from "../use-load-more";
import { dayName } from "./days";
import { NewMessagesPill } from "./new-messages-pill";
import { Message } from "./thread-message";
import { type ThreadItem, toThreadRows } from "./thread-rows";
import "./thread.css";
import type { ThreadMessage } from "./types";
import { near, useStickToEnd } from "./use-stick-to-end";

type Props<Entry> = {
  /** Messages, oldest first. */
  messages: readonly Entry[];
  /** Converts an entry for display. Called for visible messages only. */
  draw: (entry: Entry) => ThreadMessage;
  /** Accessible name of the conversation. */
  label: string;
  /** ID of the highlighted message. The thread opens at it. */
  highlightId: string;
  /** CSS classes of the scroller. */
  className: string;
  /** Senders on the user's side. The thread always scrolls to their new messages. */
  own: readonly ThreadItem["from"][];
  /** Loads older messages. Unset at the start of the conversation. */
  older: LoadMore | undefined;
  /** Loads older messages at any scroll position, to find a message. */
  seeking: boolean;
  now?: Date;
};

/** Estimated height of a message and the gap between two, in pixels. */
const usual = 72;
const between = 12;
/** Number of rows before the first one at which older messages are loaded. */
const ahead = 12;

function newMessagesLabel(missed: number): string {
  if (missed === 0) return "Jump to latest";
  return missed === 1 ? "New message" : `${missed} new messages`;
}

/**
 * A conversation of any length. Only visible messages, and a few around them, are rendered. Older
 * messages load while the user scrolls up, and nothing that loads moves the text being read.
 */
export function VirtualThread<Entry extends ThreadItem>(props: Props<Entry>) {
  const { messages, highlightId, own, older, ...rest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const fromBeginning = older === undefined;
  const rows = useMemo(() => toThreadRows(messages, fromBeginning), [messages, fromBeginning]);
  const markedAt = rows.findIndex(({ key }) => key === highlightId);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usual,
    getItemKey: (index) => rows[index]?.key ?? index,
    // Opens at the position that will be scrolled to, to avoid a jump.
    initialOffset: () => (markedAt < 0 ? rows.length : markedAt) * (usual + between),
    gap: between,
    overscan: 10,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: near,
  });
  const end = useStickToEnd(scroller, list, messages, own, markedAt);
  const drawn = list.getVirtualItems();
  useLoadMore(older, rest.seeking || (list.range?.startIndex ?? ahead) < ahead);
  const now = rest.now ?? new Date();
  return (
    <div
      ref={scroller}
      className={`thread thread--live ${rest.className}`}
      role="log"
      // Messages that scrolling renders again must not be announced.
      aria-live={end.away ? "off" : "polite"}
      aria-label={rest.label}
      data-scrolls
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      onScroll={end.look}
    >
      <Beginning older={older} first={messages[0]?.at} now={now} />
      <ol className="thread__rows" style={{ blockSize: list.getTotalSize() }}>
        {drawn.map(({ key, index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={key}
              ref={list.measureElement}
              data-index={index}
              className="thread__row"
              style={{ transform: `translateY(${start}px)` }}
            >
              {row.day ? (
                <p className="thread__day">{dayName(row.day, now)}</p>
              ) : (
                <Message
                  message={rest.draw(row.message)}
                  brief={false}
                  highlighted={key === highlightId}
                />
              )}
            </li>
          );
        })}
      </ol>
      {end.away ? (
        <NewMessagesPill words={newMessagesLabel(end.missed)} onPress={end.toEnd} />
      ) : null}
    </div>
  );
}

type BeginningProps = { older: LoadMore | undefined; first: Date | undefined; now: Date };

/** Shown above the oldest loaded message. The height is the same in every state. */
function Beginning({ older, first, now }: BeginningProps) {
  if (!older) return <p className="thread__begin thread__day">Start of conversation</p>;
  return (
    <div className="thread__begin" role={older.failed ? "alert" : undefined}>
      {older.failed ? (
        <>
          <p className="caption">{older.failed}</p>
          <Button size="small" pending={older.pending} onPress={older.onMore}>
            Try again
          </Button>
        </>
      ) : (
        <p className="thread__day">
          {older.pending ? "Loading older messages…" : first ? dayName(first, now) : null}
        </p>
      )}
    </div>
  );
}
