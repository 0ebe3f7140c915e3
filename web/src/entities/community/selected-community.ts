// The selected community is the `community` parameter of the URL. Up to five recent communities
// are stored in the browser: the last one is the default, and the picker lists all of them first.

import { useQuery } from "@connectrpc/connect-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
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

/** Adds a community to the front of the recent communities. */
export function rememberCommunity(id: string): void {
  const others = parse(read()).filter((one) => one !== id);
  writeJson(localStore, key, [id, ...others].slice(0, maxRecent));
  for (const listener of listeners) listener();
}

const noneSelected = "none";

/** Returns the id of the selected community and a function that selects another one or none. */
export function useSelectedCommunity(): [string | undefined, (id: string | undefined) => void] {
  const [params, setParams] = useSearchParams();
  const [last] = useRecentCommunities();
  const requested = params.get("community");
  // A cleared selection stays cleared; a missing parameter means the last community.
  const selected = requested === noneSelected ? undefined : (requested ?? last);
  const select = useCallback(
    (id: string | undefined) => {
      if (id) rememberCommunity(id);
      // Drops the other parameters, which belong to the community before.
      setParams(new URLSearchParams({ community: id ?? noneSelected }));
    },
    [setParams],
  );
  return [selected, select];
}

/** Adds the selected community to the URL, so that the URL keeps it over a reload or in a link. */
export function useCommunityInUrl(selected: string | undefined): void {
  const [params, setParams] = useSearchParams();
  const isMissing = selected !== undefined && !params.has("community");
  useEffect(() => {
    if (!isMissing || selected === undefined) return;
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        after.set("community", selected);
        return after;
      },
      { replace: true },
    );
  }, [isMissing, selected, setParams]);
}

/** Returns the details of the selected community; the defaults while it loads or if none is selected. */
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
