import { createRouterTransport } from "@connectrpc/connect";
import { createConnectQueryKey } from "@connectrpc/connect-query";
import { QueryClient } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { EventKind, EventService } from "../gen/parlor/v1/event_service_pb";
import { KnowledgeService } from "../gen/parlor/v1/knowledge_service_pb";
import { followEvents } from "./events";

type Told = { kind: EventKind; sequence: bigint };

/** One line after the other: each tells its events and drops, the last one stays. */
function follow(...lines: Told[][]) {
  const asked: bigint[] = [];
  const transport = createRouterTransport(({ service }) => {
    service(EventService, {
      async *watchEvents({ after }, { signal }) {
        asked.push(after);
        yield* lines[asked.length - 1] ?? [];
        if (asked.length < lines.length) throw new Error("The line dropped");
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    });
  });
  const client = new QueryClient();
  const refresh = vi.spyOn(client, "invalidateQueries");
  const stop = new AbortController();
  followEvents(transport, client, stop.signal);
  const keys = () => refresh.mock.calls.map(([filters]) => filters?.queryKey);
  return { asked, keys, stop: () => stop.abort() };
}

const keyOf = (schema: typeof EscalationService | typeof KnowledgeService) =>
  createConnectQueryKey({ schema, cardinality: undefined });

test("an event reads again what it touches, and no more", async () => {
  const { keys, stop } = follow([{ kind: EventKind.ESCALATION, sequence: 3n }]);
  await vi.waitFor(() => expect(keys()).toEqual([keyOf(EscalationService)]));
  stop();
});

test("a dropped line goes on after the last event that was seen", async () => {
  const { asked, stop } = follow(
    [
      { kind: EventKind.READY, sequence: 5n },
      { kind: EventKind.ANSWER, sequence: 6n },
    ],
    // What was missed is still to come when the line is ready again.
    [{ kind: EventKind.READY, sequence: 9n }],
    [],
  );
  await vi.waitFor(() => expect(asked).toEqual([0n, 6n, 6n]), { timeout: 60_000 });
  stop();
});

test("too much missed reads everything again", async () => {
  const { keys, stop } = follow([{ kind: EventKind.RESYNC, sequence: 40n }]);
  await vi.waitFor(() => expect(keys()).toContainEqual(keyOf(KnowledgeService)));
  expect(keys()).toContainEqual(keyOf(EscalationService));
  stop();
});
