import type { MessageInitShape } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createQueryOptions } from "@connectrpc/connect-query";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConversationService } from "../gen/parlor/v1/conversation_service_pb";
import {
  EventKind,
  EventService,
  type WatchEventsResponseSchema,
} from "../gen/parlor/v1/event_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { followEvents } from "./events";

type Event = MessageInitShape<typeof WatchEventsResponseSchema>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Streams the events of each connection in turn; all but the last connection drop. */
async function follow(...connections: Event[][]) {
  const resumedAfter: bigint[] = [];
  const calls: string[] = [];
  const record = (call: string) => {
    calls.push(call);
    return {};
  };
  const pending: Event[] = [];
  let wake = () => {};
  const transport = createRouterTransport(({ service }) => {
    service(EventService, {
      async *watchEvents({ after }, { signal }) {
        resumedAfter.push(after);
        yield* connections[resumedAfter.length - 1] ?? [];
        if (resumedAfter.length < connections.length) throw new Error("The connection dropped");
        while (!signal.aborted) {
          yield* pending.splice(0);
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal.addEventListener("abort", () => resolve());
          });
        }
      },
    });
    service(ConversationService, {
      getConversation: ({ id }) => record(`conversation ${id}`),
      listConversations: ({ communityId }) => record(`conversations ${communityId}`),
    });
    service(KnowledgeService, {
      listAnswers: ({ communityId }) => record(`answers ${communityId}`),
    });
  });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const { getConversation, listConversations } = ConversationService.method;
  const { listAnswers } = KnowledgeService.method;
  const toConversation = (id: string) =>
    new QueryObserver(client, createQueryOptions(getConversation, { id }, { transport }));
  const observers = [
    toConversation("a"),
    toConversation("b"),
    new QueryObserver(client, createQueryOptions(listConversations, {}, { transport })),
    ...["elm", "oak"].map(
      (communityId) =>
        new QueryObserver(client, createQueryOptions(listAnswers, { communityId }, { transport })),
    ),
  ];
  const closes = observers.map((observer) =>
    (observer as unknown as QueryObserver).subscribe(() => {}),
  );
  const load = (id: string) => {
    closes.push((toConversation(id) as unknown as QueryObserver).subscribe(() => {}));
  };
  await vi.advanceTimersByTimeAsync(10);
  calls.length = 0;
  const stop = new AbortController();
  const typed: string[] = [];
  followEvents(transport, client, stop.signal, {
    onTyping: (thread, { name, hasStopped }) =>
      typed.push(`${thread}: ${name}${hasStopped ? " stopped" : ""}`),
    onVisitorTyping: (chat) => typed.push(`${chat}: visitor`),
    onStop: () => typed.push("end"),
  });
  return {
    calls,
    typed,
    resumedAfter,
    /** Shows another conversation. */
    load,
    send(event: Event) {
      pending.push(event);
      wake();
    },
    stop() {
      stop.abort();
      for (const close of closes) close();
    },
  };
}

const message = (sequence: bigint): Event => ({
  kind: EventKind.CONVERSATION,
  sequence,
  communityId: "elm",
  subject: "a",
});

test("an event refreshes only the queries of its community and its subject", async () => {
  const { calls, stop } = await follow([message(3n)]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.sort()).toEqual(["conversation a", "conversations "]);
  stop();
});

test("an answer event refreshes the answers of its community alone", async () => {
  const event = { kind: EventKind.ANSWER, sequence: 3n, communityId: "oak", subject: "x" };
  const { calls, stop } = await follow([event]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual(["answers oak"]);
  stop();
});

test("an answer of the company does not refresh the communities' own answers", async () => {
  const { calls, stop } = await follow([{ kind: EventKind.ANSWER, sequence: 3n }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls).toEqual([]);
  stop();
});

test("a burst of events refreshes a query at once and then once a second", async () => {
  const { calls, send, stop } = await follow([]);
  const count = () => calls.filter((call) => call === "conversation a").length;
  await vi.advanceTimersByTimeAsync(0);
  for (let sequence = 1n; sequence <= 20n; sequence++) {
    send(message(sequence));
    await vi.advanceTimersByTimeAsync(100);
    if (sequence === 1n) expect(count()).toBe(1);
  }
  // Two seconds have passed: the leading refresh at 50 ms and one at 1,050 ms.
  expect(count()).toBe(2);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(count()).toBe(3);
  stop();
});

test("a dropped connection resumes after the last received event", async () => {
  const { resumedAfter, stop } = await follow(
    [
      { kind: EventKind.READY, sequence: 5n },
      { kind: EventKind.ANSWER, sequence: 6n },
    ],
    // READY precedes the missed events and does not skip them.
    [{ kind: EventKind.READY, sequence: 9n }],
    [],
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(resumedAfter.slice(0, 3)).toEqual([0n, 6n, 6n]);
  stop();
});

const everyCall = [
  "answers elm",
  "answers oak",
  "conversation a",
  "conversation b",
  "conversations ",
];

test("too many missed events refresh every query", async () => {
  const { calls, stop } = await follow([{ kind: EventKind.RESYNC, sequence: 40n }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.sort()).toEqual(everyCall);
  stop();
});

test("a first connection refreshes what was loaded before it", async () => {
  const { calls, stop } = await follow([{ kind: EventKind.READY, sequence: 40n }]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.sort()).toEqual(everyCall);
  stop();
});

test("what is loaded after the start of the stream is not loaded again", async () => {
  const { calls, send, load, stop } = await follow([]);
  send({ kind: EventKind.READY, sequence: 40n });
  await vi.advanceTimersByTimeAsync(0);
  load("c");
  await vi.advanceTimersByTimeAsync(5000);
  expect(calls.filter((call) => call === "conversation c")).toHaveLength(1);
  stop();
});

test("a tab that joins another one refreshes what was loaded before it heard its events", async () => {
  const held = [{ name: "parlor.events" }];
  const locks = { query: async () => ({ held }), request: () => new Promise(() => {}) };
  vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: locks } }));
  const { calls, resumedAfter, load, stop } = await follow([]);
  await vi.advanceTimersByTimeAsync(0);
  load("c");
  await vi.advanceTimersByTimeAsync(5000);
  expect(resumedAfter).toEqual([]);
  expect(calls.sort()).toEqual([...everyCall.slice(0, 4), "conversation c", "conversations "]);
  stop();
  vi.unstubAllGlobals();
});

test("a resumed connection refreshes only what the missed events changed", async () => {
  const { calls, resumedAfter, stop } = await follow(
    [{ kind: EventKind.ANSWER, sequence: 6n, communityId: "oak", subject: "x" }],
    [{ kind: EventKind.READY, sequence: 6n }, message(7n)],
  );
  await vi.advanceTimersByTimeAsync(900);
  expect(calls.splice(0)).toEqual(["answers oak"]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(resumedAfter).toEqual([0n, 6n]);
  expect(calls.sort()).toEqual(["conversation a", "conversations "]);
  stop();
});

test("a connection resumes in the numbers of another company after a switch", async () => {
  const { resumedAfter, stop } = await follow(
    [
      { kind: EventKind.ANSWER, sequence: 90n },
      { kind: EventKind.READY, sequence: 12n },
      { kind: EventKind.RESYNC, sequence: 12n },
    ],
    [],
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(resumedAfter).toEqual([0n, 12n]);
  stop();
});

const typing = (name: string, hasStopped = false): Event => ({
  kind: EventKind.TYPING,
  sequence: 3n,
  subject: "a",
  typing: { id: name, name, hasStopped },
});

test("reports of typing are passed on until events are no longer followed", async () => {
  const { calls, typed, send, stop } = await follow([typing("Dana"), typing("Marcus")]);
  await vi.advanceTimersByTimeAsync(0);
  send(typing("Dana", true));
  await vi.advanceTimersByTimeAsync(5000);
  expect(typed).toEqual(["a: Dana", "a: Marcus", "a: Dana stopped"]);
  expect(calls).toEqual([]);
  stop();
  expect(typed.at(-1)).toBe("end");
});
