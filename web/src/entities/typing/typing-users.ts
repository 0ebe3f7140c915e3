// The colleagues who are typing a reply, by conversation, email thread or web chat, and the web chats whose
// visitor is typing. Kept in memory only: a report expires after a few seconds, or when they stop.

import type { TypingUser } from "../../gen/parlor/v1/event_service_pb";

/** Milliseconds after which a report expires. */
const reportDuration = 10_000;
const noNames: readonly string[] = [];

type Report = { userId: string; name: string; timer: ReturnType<typeof setTimeout> };

const reports = new Map<string, Report[]>();
/** Names by thread. They change only with the reports, because React compares snapshots. */
const names = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

function keep(thread: string, kept: Report[]) {
  if (kept.length > 0) {
    reports.set(thread, kept);
    names.set(
      thread,
      kept.map(({ name }) => name),
    );
  } else {
    reports.delete(thread);
    names.delete(thread);
  }
  for (const listener of listeners) listener();
}

/** Records a report that a colleague is typing in a thread, or stopped. */
export function noteTyping(thread: string, { id, name, hasStopped }: TypingUser) {
  const current = reports.get(thread) ?? [];
  const before = current.find(({ userId }) => userId === id);
  if (before) clearTimeout(before.timer);
  const forget = () =>
    keep(thread, reports.get(thread)?.filter(({ userId }) => userId !== id) ?? []);
  if (hasStopped) {
    forget();
    return;
  }
  const report = { userId: id, name, timer: setTimeout(forget, reportDuration) };
  // Keeps the order, so that a notice with two names doesn't change on every keystroke.
  keep(
    thread,
    before ? current.map((one) => (one === before ? report : one)) : [...current, report],
  );
}

/** The key under which reports about the visitor of a web chat are kept. */
const visitorKey = (chat: string) => `visitor ${chat}`;

/** Records a report that the visitor of a web chat is typing, or stopped. */
export function noteVisitorTyping(chat: string, visitor: TypingUser) {
  noteTyping(visitorKey(chat), visitor);
}

/** Returns whether the visitor of a web chat is typing. */
export function isVisitorTyping(chat: string): boolean {
  return names.has(visitorKey(chat));
}

/** Forgets all reports. */
export function forgetTyping() {
  for (const thread of [...reports.keys()]) {
    for (const { timer } of reports.get(thread) ?? []) clearTimeout(timer);
    keep(thread, []);
  }
}

/** Returns the names of the colleagues who type in a thread; the same array until they change. */
export function typingNames(thread: string): readonly string[] {
  return names.get(thread) ?? noNames;
}

/**
 * Calls `listener` whenever someone starts or stops typing. Returns a function that unsubscribes it.
 */
export function subscribeTyping(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
