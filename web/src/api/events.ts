// Live events: what changed elsewhere is read again here. One stream serves the
// whole browser: the tab that holds the lock passes events on to the others.

import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import { BlastService } from "../gen/parlor/v1/blast_service_pb";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { EventKind, EventService } from "../gen/parlor/v1/event_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { TestPhoneService } from "../gen/parlor/v1/test_phone_service_pb";

const channelName = "parlor.events";
const firstWait = 1000;
const longestWait = 30_000;
/** Heartbeats come every 15 s: longer silence is a dead line. */
const silenceLimit = 40_000;
/** Events that come together are one reading. */
const batchDelay = 50;

const servicesByEvent: Partial<Record<EventKind, readonly DescService[]>> = {
  [EventKind.CONVERSATION]: [ConversationService, TestPhoneService],
  [EventKind.ESCALATION]: [EscalationService],
  [EventKind.ANSWER]: [KnowledgeService],
  [EventKind.COMMUNITY]: [CommunityService],
  [EventKind.BLAST]: [BlastService],
};

/** A blast that is being sent changes with every text: its queries are read at most so often. */
const minIntervals = new Map<DescService, number>([[BlastService, 1000]]);

type EventNotice = { kind: EventKind; sequence: bigint };

function createInvalidator(client: QueryClient) {
  const waiting = new Set<DescService>();
  const lastReads = new Map<DescService, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waitOf = (schema: DescService) =>
    (lastReads.get(schema) ?? 0) + (minIntervals.get(schema) ?? 0) - Date.now();
  const flush = () => {
    timer = undefined;
    for (const schema of waiting) {
      if (waitOf(schema) > 0) continue;
      waiting.delete(schema);
      lastReads.set(schema, Date.now());
      const queryKey = createConnectQueryKey({ schema, cardinality: undefined });
      void client.invalidateQueries({ queryKey });
    }
    if (waiting.size > 0) timer = setTimeout(flush, Math.min(...[...waiting].map(waitOf)));
  };
  return {
    read(kind: EventKind) {
      const all = kind === EventKind.READY || kind === EventKind.RESYNC;
      const services = (all ? Object.values(servicesByEvent).flat() : servicesByEvent[kind]) ?? [];
      for (const service of services) if (service) waiting.add(service);
      if (services.length > 0) timer ??= setTimeout(flush, batchDelay);
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
  const reader = createInvalidator(client);
  const channel =
    typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(channelName);
  let after = 0n;

  const take = ({ kind, sequence }: EventNotice) => {
    if (kind === EventKind.HEARTBEAT) return;
    // READY names the newest number, while what was missed is still to come.
    const first = kind === EventKind.READY;
    if (sequence > after && !(first && after > 0n)) after = sequence;
    reader.read(kind);
  };

  channel?.addEventListener("message", (message: MessageEvent<EventNotice>) => take(message.data));
  signal.addEventListener("abort", () => {
    channel?.close();
    reader.stop();
  });

  async function listen(onAlive: () => void) {
    const line = new AbortController();
    const hangUp = () => line.abort();
    signal.addEventListener("abort", hangUp, { once: true });
    let dead = setTimeout(hangUp, silenceLimit);
    try {
      for await (const event of events.watchEvents({ after }, { signal: line.signal })) {
        clearTimeout(dead);
        dead = setTimeout(hangUp, silenceLimit);
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
    navigator.locks.request(channelName, { signal }, lead).catch(() => undefined);
  } else void lead();
}
