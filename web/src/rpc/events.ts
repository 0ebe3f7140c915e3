// Live events: what changed elsewhere is read again here. One stream serves the
// whole browser: the tab that holds the lock passes events on to the others.

import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { EventKind, EventService } from "../gen/parlor/v1/event_service_pb";
import { HandsetService } from "../gen/parlor/v1/handset_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";

const name = "parlor.events";
const firstWait = 1000;
const longestWait = 30_000;
/** Heartbeats come every 15 s: longer silence is a dead line. */
const silence = 40_000;
/** Events that come together are one reading. */
const gather = 50;

const touched: Partial<Record<EventKind, readonly DescService[]>> = {
  [EventKind.CONVERSATION]: [ConversationService, HandsetService],
  [EventKind.ESCALATION]: [EscalationService],
  [EventKind.ANSWER]: [KnowledgeService],
  [EventKind.COMMUNITY]: [CommunityService],
};

type Told = { kind: EventKind; sequence: bigint };

function createReader(client: QueryClient) {
  const waiting = new Set<DescService>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    for (const schema of waiting) {
      const queryKey = createConnectQueryKey({ schema, cardinality: undefined });
      void client.invalidateQueries({ queryKey });
    }
    waiting.clear();
  };
  return {
    read(kind: EventKind) {
      const all = kind === EventKind.READY || kind === EventKind.RESYNC;
      const services = (all ? Object.values(touched).flat() : touched[kind]) ?? [];
      for (const service of services) if (service) waiting.add(service);
      if (services.length > 0) timer ??= setTimeout(flush, gather);
    },
    stop: () => clearTimeout(timer),
  };
}

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

/** Follows the events until the signal says stop; call it once somebody is signed in. */
export function followEvents(transport: Transport, client: QueryClient, signal: AbortSignal) {
  if (signal.aborted) return;
  const events = createClient(EventService, transport);
  const reader = createReader(client);
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  let after = 0n;

  const take = ({ kind, sequence }: Told) => {
    if (kind === EventKind.HEARTBEAT) return;
    // READY names the newest number, while what was missed is still to come.
    const first = kind === EventKind.READY;
    if (sequence > after && !(first && after > 0n)) after = sequence;
    reader.read(kind);
  };

  channel?.addEventListener("message", (message: MessageEvent<Told>) => take(message.data));
  signal.addEventListener("abort", () => {
    channel?.close();
    reader.stop();
  });

  async function listen(onAlive: () => void) {
    const line = new AbortController();
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    let dead = setTimeout(hangUp, silence);
    try {
      for await (const event of events.watchEvents({ after }, { signal: line.signal })) {
        clearTimeout(dead);
        dead = setTimeout(hangUp, silence);
        onAlive();
        const told = { kind: event.kind, sequence: event.sequence };
        take(told);
        if (!signal.aborted && event.kind !== EventKind.HEARTBEAT) channel?.postMessage(told);
      }
    } finally {
      clearTimeout(dead);
      signal.removeEventListener("abort", hangUp);
    }
  }

  async function lead() {
    let wait = firstWait;
    while (!signal.aborted) {
      try {
        await listen(() => {
          wait = firstWait;
        });
      } catch (error) {
        // The session is over; the transport has said so.
        if (ConnectError.from(error).code === Code.Unauthenticated) return;
      }
      if (signal.aborted) return;
      await pause(wait, signal);
      wait = Math.min(wait * 2, longestWait);
    }
  }

  if ("locks" in navigator && navigator.locks) {
    navigator.locks.request(name, { signal }, lead).catch(() => undefined);
  } else void lead();
}
