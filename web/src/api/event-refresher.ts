import type { QueryClient } from "@tanstack/react-query";
import { type Change, changesQuery } from "./event-queries";

/** Events within this time, in milliseconds, cause one refresh. */
const batchDelay = 50;
/** Minimum time between two refreshes of a query, in milliseconds. */
const minInterval = 1000;

/** Refreshes the queries that events change: immediately, then at most once a second per query. */
export function createRefresher(client: QueryClient) {
  const waiting = new Set<string>();
  const refreshedAt = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  const dueAt = (hash: string) => (refreshedAt.get(hash) ?? 0) + minInterval;

  function schedule(at: number) {
    if (at >= timerAt) return;
    clearTimeout(timer);
    timerAt = at;
    timer = setTimeout(flush, at - Date.now());
  }

  function flush() {
    timerAt = Number.POSITIVE_INFINITY;
    const now = Date.now();
    for (const [hash, at] of refreshedAt) if (at + minInterval <= now) refreshedAt.delete(hash);
    const due = new Set([...waiting].filter((hash) => !refreshedAt.has(hash)));
    for (const hash of due) {
      waiting.delete(hash);
      refreshedAt.set(hash, now);
    }
    if (due.size > 0)
      void client.invalidateQueries({ predicate: ({ queryHash }) => due.has(queryHash) });
    if (waiting.size > 0) schedule(Math.min(...[...waiting].map(dueAt)));
  }

  return {
    handle(change: Change) {
      const queries = client
        .getQueryCache()
        .findAll({ predicate: (query) => changesQuery(change, query) });
      for (const { queryHash } of queries) {
        waiting.add(queryHash);
        schedule(Math.max(Date.now() + batchDelay, dueAt(queryHash)));
      }
    },
    stop: () => clearTimeout(timer),
  };
}
