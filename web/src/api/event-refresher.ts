// Refreshes what events and this user's own calls change: both wait in one queue, so that a change
// and its event cause one refresh.

import type { Query, QueryClient } from "@tanstack/react-query";
import { type Change, changesQuery } from "./event-queries";

/** Changes within this time, in milliseconds, cause one refresh. */
const batchDelay = 50;
/** Minimum time between two refreshes of a query, in milliseconds. */
const minInterval = 1000;

/** Whether a query loads for the first time, which can't be restarted. */
const isLoading = ({ state }: Query) =>
  state.data === undefined && state.fetchStatus === "fetching";

/** Refetches the shown ones of these queries, and marks the others as outdated. */
async function refetch(client: QueryClient, hashes: ReadonlySet<string>): Promise<void> {
  const filters = { predicate: ({ queryHash }: Query) => hashes.has(queryHash) };
  const loading = client.getQueryCache().findAll(filters).filter(isLoading);
  const loaded = Promise.allSettled(loading.map((query) => query.fetch()));
  await client.invalidateQueries(filters);
  if (loading.length === 0) return;
  // The server may have read their data before the change.
  await loaded;
  await client.invalidateQueries({ predicate: (query) => loading.includes(query) });
}

function createRefresher(client: QueryClient) {
  /** Who waits for the refresh of a query, by its hash. */
  const waiting = new Map<string, (() => void)[]>();
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
    const due = [...waiting].filter(([hash]) => !refreshedAt.has(hash));
    for (const [hash] of due) {
      waiting.delete(hash);
      refreshedAt.set(hash, now);
    }
    void refetch(client, new Set(due.map(([hash]) => hash))).then(() => {
      for (const [, callbacks] of due) for (const onRefreshed of callbacks) onRefreshed();
    });
    if (waiting.size > 0) schedule(Math.min(...[...waiting.keys()].map(dueAt)));
  }

  function refresh(hash: string) {
    return new Promise<void>((onRefreshed) => {
      waiting.set(hash, [...(waiting.get(hash) ?? []), onRefreshed]);
      schedule(Math.max(Date.now() + batchDelay, dueAt(hash)));
    });
  }

  return async (change: Change) => {
    const queries = client
      .getQueryCache()
      .findAll({ predicate: (query) => changesQuery(change, query) });
    await Promise.all(queries.map(({ queryHash }) => refresh(queryHash)));
  };
}

const refreshers = new WeakMap<QueryClient, ReturnType<typeof createRefresher>>();

/**
 * Refreshes the queries that a change affects: immediately, then at most once a second per query.
 * Resolves when they are refreshed.
 */
export function refreshChanged(client: QueryClient, change: Change): Promise<void> {
  const refresher = refreshers.get(client) ?? createRefresher(client);
  refreshers.set(client, refresher);
  return refresher(change);
}
