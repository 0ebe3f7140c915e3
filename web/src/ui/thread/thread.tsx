import { Fragment, type ReactNode, useRef } from "react";
import { byDay, dayName } from "./days";
import { NewMessagesPill } from "./new-messages-pill";
import { Message } from "./thread-message";
import "./thread.css";
import type { ThreadMessage } from "./types";
import { useScrollToNewest } from "./use-scroll-to-newest";

type Props = {
  /** The oldest first. */
  messages: readonly ThreadMessage[];
  /** What the conversation is called to people who hear the screen. */
  label: string;
  /** The message that is marked. */
  highlightId?: string;
  /** Bubbles alone, as on a phone: no names, times or days. */
  brief?: boolean;
  /** Classes of the scroller: "case-thread", "phone__thread". */
  className?: string;
  /** Whose new messages are one's own: they are always shown. */
  own?: readonly ThreadMessage["from"][];
  /** Above the oldest message: a button for older ones, a beginning. */
  before?: ReactNode;
  /** Below the newest message: somebody is typing. */
  after?: ReactNode;
  now?: Date;
};

/**
 * A conversation: grouped by day, opened at its newest message, or at the marked one
 * where that is older than what fits. While one reads
 * older messages it stays put, and a pill tells of what came.
 */
export function Thread({ messages, label, highlightId, brief = false, className, ...rest }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  const last = messages.at(-1);
  const newest = useScrollToNewest(
    scroller,
    messages.map((message) => message.id),
    last !== undefined && (rest.own?.includes(last.from) ?? false),
  );
  const now = rest.now ?? new Date();
  return (
    <div
      ref={scroller}
      className={`thread thread--live${className ? ` ${className}` : ""}`}
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
      tabIndex={0}
      onScroll={newest.onScroll}
    >
      {rest.before}
      {byDay(messages).map((day) => (
        <Fragment key={day.key}>
          {brief ? null : <p className="thread__day">{dayName(day.at, now)}</p>}
          {day.items.map((message) => (
            <Message
              key={message.id}
              message={message}
              brief={brief}
              highlighted={message.id === highlightId}
            />
          ))}
        </Fragment>
      ))}
      {rest.after}
      {newest.missed ? <NewMessagesPill words="New message" onPress={newest.toEnd} /> : null}
    </div>
  );
}
