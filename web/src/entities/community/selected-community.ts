// The selected community is the `community` of the URL. The last one is kept for
// the next visit, and a few before it, so that they come first in the picker.

import { useQuery } from "@connectrpc/connect-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { CommunityService } from "../../gen/parlor/v1/community_service_pb";
import { localStore, readText, writeJson } from "../../lib/storage";
import { type CommunityState, toCommunityState } from "../session/dashboard-state";

const key = "parlor.recent-communities";
const maxRecent = 5;
const emptyList = "[]";
const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parse(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function read() {
  return readText(localStore, key) ?? emptyList;
}

export function useRecentCommunities(): string[] {
  const text = useSyncExternalStore(subscribe, read);
  return useMemo(() => parse(text), [text]);
}

/** It comes first next time. */
export function rememberCommunity(id: string): void {
  const others = parse(read()).filter((one) => one !== id);
  writeJson(localStore, key, [id, ...others].slice(0, maxRecent));
  for (const listener of listeners) listener();
}

const noneSelected = "none";

/** The selected community's id, and how to select another or none. */
export function useSelectedCommunity(): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const [last] = useRecentCommunities();
  const asked = params.get("community");
  // Cleared on purpose stays cleared; never chosen falls back to the last visit's.
  const selected = asked === noneSelected ? undefined : (asked ?? last);
  const select = useCallback(
    (id: string | undefined) => {
      if (id) rememberCommunity(id);
      // What was selected within one community means nothing in another.
      setParams(new URLSearchParams({ community: id ?? noneSelected }));
    },
    [setParams],
  );
  return [selected, select];
}

/** What is known of the selected community: the defaults until it is loaded, or without one. */
export function useCommunityDetails(): { details: CommunityState; error: Error | null } {
  const [id] = useSelectedCommunity();
  const query = useQuery(
    CommunityService.method.getCommunity,
    { id: id ?? "" },
    { enabled: id !== undefined },
  );
  const loaded = id === undefined ? undefined : query.data?.details;
  return { details: toCommunityState(loaded), error: query.error };
}
