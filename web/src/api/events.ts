// Live events: refresh the queries that changed elsewhere. One stream serves the whole browser:
// the tab that holds the lock passes events on to the others.

import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import type { QueryClient } from "@tanstack/react-query";
import { EventKind, EventService, type TypingUser } from "../gen/parlor/v1/event_service_pb";
import type { ChangeKind } from "./event-queries";
import { refreshChanged } from "./event-refresher";

const changeKinds = new Map<number, ChangeKind>(
  Object.entries(EventKind).map(([name, kind]) => [kind, name as ChangeKind]),
);

/** An event as the tabs pass it on. `communityId` and `subject` are empty when it concerns all. */
type TabEvent = {
  kind: EventKind;
  sequence: bigint;
  communityId: string;
  subject: string;
  /** Who types. Set for TYPING and VISITOR_TYPING events only. */
  typing?: TypingUser;
};

const channelName = "parlor.events";
const minRetryDelay = 1000;
const maxRetryDelay = 30_000;
/** Milliseconds without an event, after which the stream is reopened. Heartbeats arrive every 15 s. */
const silenceLimit = 40_000;

function pause(time: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, time);
    signal.addEventListener("abort", done, { once: true });
    window.addEventListener("online", done, { once: true });
  });
}

/** What happens with reports that a colleague or a visitor is typing, which change no query. */
type TypingHandlers = {
  onTyping: (thread: string, user: TypingUser) => void;
  onVisitorTyping: (chat: string, visitor: TypingUser) => void;
  /** Called when events are no longer followed. */
  onStop: () => void;
};

/** Follows the events of the signed-in user until `signal` aborts. */
export function followEvents(
  transport: Transport,
  client: QueryClient,
  signal: AbortSignal,
  { onTyping, onVisitorTyping, onStop }: TypingHandlers,
) {
  if (signal.aborted) return;
  const events = createClient(EventService, transport);
  const channel =
    typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(channelName);
  let after = 0n;

  const handle = (event: TabEvent) => {
    const { kind, sequence, communityId, subject, typing } = event;
    if (kind === EventKind.HEARTBEAT) return;
    if (kind === EventKind.TYPING) {
      if (typing) onTyping(subject, typing);
      return;
    }
    if (kind === EventKind.VISITOR_TYPING) {
      if (typing) onVisitorTyping(subject, typing);
      return;
    }
    // READY and RESYNC name the event after which the stream continues. Sequence numbers start over
    // with another company.
    if (sequence > after || kind === EventKind.RESYNC) after = sequence;
    const changeKind = changeKinds.get(kind);
    if (changeKind) void refreshChanged(client, { kind: changeKind, communityId, subject });
  };

  channel?.addEventListener("message", ({ data }: MessageEvent<TabEvent>) => handle(data));
  signal.addEventListener("abort", () => {
    channel?.close();
    onStop();
  });

  async function listen(onAlive: () => void) {
    const line = new AbortController();
    const resumes = after > 0n;
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    let dead = setTimeout(hangUp, silenceLimit);
    try {
      for await (const event of events.watchEvents({ after }, { signal: line.signal })) {
        clearTimeout(dead);
        dead = setTimeout(hangUp, silenceLimit);
        onAlive();
        // The missed events follow, or a RESYNC preceded.
        if (event.kind === EventKind.READY && resumes) continue;
        const { kind, sequence, communityId, subject, typing } = event;
        const change = { kind, sequence, communityId, subject, ...(typing ? { typing } : {}) };
        handle(change);
        if (!signal.aborted && kind !== EventKind.HEARTBEAT) channel?.postMessage(change);
      }
    } finally {
      clearTimeout(dead);
      signal.removeEventListener("abort", hangUp);
    }
  }

  async function lead() {
    let wait = minRetryDelay;
    while (!signal.aborted) {
      try {
        await listen(() => {
          wait = minRetryDelay;
        });
      } catch (error) {
        // The session has ended; the transport handles it.
        if (ConnectError.from(error).code === Code.Unauthenticated) return;
      }
      if (signal.aborted) return;
      await pause(wait, signal);
      wait = Math.min(wait * 2, maxRetryDelay);
    }
  }

  async function follow(locks: LockManager) {
    const { held = [] } = await locks.query();
    // The other tab's stream has long been READY, and its events were not heard until now.
    if (held.some(({ name }) => name === channelName))
      void refreshChanged(client, { kind: "READY" });
    await locks.request(channelName, { signal }, lead);
  }

  if ("locks" in navigator && navigator.locks) follow(navigator.locks).catch(() => undefined);
  else void lead();
}
