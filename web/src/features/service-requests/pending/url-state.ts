// The state of the queue, kept in the URL.

import { type UrlStateCodec, useUrlState } from "../../../lib/use-url-state";

export type PendingUrlState = {
  /** Shows requests that wait for information from the resident instead of those to decide. */
  waiting: boolean;
  community: string;
  id: string;
};

/** Returns the query of a state, with the question mark. */
export function toSearch({ waiting, community, id }: PendingUrlState): string {
  const params = new URLSearchParams();
  if (waiting) params.set("tab", "waiting");
  if (community) params.set("community", community);
  if (id) params.set("id", id);
  return `?${params}`;
}

const codec: UrlStateCodec<PendingUrlState> = {
  read: (params) => ({
    waiting: params.get("tab") === "waiting",
    community: params.get("community") ?? "",
    id: params.get("id") ?? "",
  }),
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const usePendingUrlState = () => useUrlState(codec);
