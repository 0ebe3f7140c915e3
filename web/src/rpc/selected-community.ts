// The selected community is the `community` of the URL. The last one is kept for
// the next visit, and a few before it, so that they come first in the picker.

import { useQuery } from "@connectrpc/connect-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import { CommunityService } from "../gen/parlor/v1/community_service_pb";
import { kept, readText, writeJson } from "../lib/store";
import { type CommunityState, communityStateOf } from "./state";

const key = "parlor.recent-communities";
const most = 5;
const none = "[]";
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
  return readText(kept, key) ?? none;
}

export function useRecentCommunities(): string[] {
  const text = useSyncExternalStore(subscribe, read);
  return useMemo(() => parse(text), [text]);
}

/** It comes first next time. */
export function rememberCommunity(id: string): void {
  const others = parse(read()).filter((one) => one !== id);
  writeJson(kept, key, [id, ...others].slice(0, most));
  for (const listener of listeners) listener();
}

const nothing = "none";

/** The selected community's id, and how to select another or none. */
export function useSelectedCommunity(): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const [last] = useRecentCommunities();
  const asked = params.get("community");
  // Cleared on purpose stays cleared; never chosen falls back to the last visit's.
  const selected = asked === nothing ? undefined : (asked ?? last);
  const select = useCallback(
    (id: string | undefined) => {
      if (id) rememberCommunity(id);
      // What was selected within one community means nothing in another.
      setParams(new URLSearchParams({ community: id ?? nothing }));
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
  return { details: communityStateOf(loaded), error: query.error };
}
