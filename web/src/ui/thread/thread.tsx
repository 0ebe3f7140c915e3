import { Fragment, type ReactNode, useRef } from "react";
import { byDay, dayName } from "./days";
import { NewMessagesPill } from "./new-messages-pill";
import { Message } from "./thread-message";
import "./thread.css";
import type { ThreadMessage } from "./types";
import { useScrollToNewest } from "./use-scroll-to-newest";

type Props = {
  /** Messages, oldest first. */
  messages: readonly ThreadMessage[];
  /** Accessible name of the conversation. */
  label: string;
  /** ID of the highlighted message. */
  highlightId?: string;
  /** Shows bubbles only, as on a phone: no names, times or days. */
  brief?: boolean;
  /** CSS classes of the scroller: "case-thread", "phone__thread". */
  className?: string;
  /** Senders on the user's side. The thread always scrolls to their new messages. */
  own?: readonly ThreadMessage["from"][];
  /**
   * Shown above the oldest message: a button for older messages, or the start of the conversation.
   */
  before?: ReactNode;
  /** Shown below the newest message: the typing indicator. */
  after?: ReactNode;
  now?: Date;
};

/**
 * A conversation grouped by day. It opens at the newest message, or at the highlighted one if that
 * is further up. New messages don't move the text while the user reads older ones; a button
 * announces them.
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
