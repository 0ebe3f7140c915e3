// Views of the list: built-in ones, and those that the user saved in this browser.

import { useSyncExternalStore } from "react";
import { isOpen } from "../../../entities/service-request/states";
import type { CountServiceRequestsResponse } from "../../../gen/parlor/v1/service_request_service_pb";
import { localStore, readText, writeJson } from "../../../lib/storage";
import { viewLabels } from "./labels";
import { anyState, type ListUrlState, me, toSearch } from "./url-state";

export type SavedView = { name: string; search: string };

/** A view with its number of requests, if known. */
export type View = SavedView & { count?: number; isSaved: boolean };

export const maxSavedViews = 12;
const listeners = new Set<() => void>();

/** The screen whose filters a view sets. */
type ViewScreen = "list" | "board";

const keyPrefixes: Record<ViewScreen, string> = {
  list: "parlor.request-views",
  board: "parlor.request-board-views",
};

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function parse(text: string): SavedView[] {
  try {
    const views: unknown = JSON.parse(text);
    return Array.isArray(views)
      ? views.filter((one) => typeof one?.name === "string" && typeof one?.search === "string")
      : [];
  } catch {
    return [];
  }
}

/** The user's saved views of a screen, and functions to change them. */
export function useSavedViews(userId: string, screen: ViewScreen = "list") {
  const key = `${keyPrefixes[screen]}.${userId}`;
  const text = useSyncExternalStore(subscribe, () => readText(localStore, key) ?? "[]");
  const views = parse(text);
  const write = (next: SavedView[]) => {
    writeJson(localStore, key, next.slice(-maxSavedViews));
    for (const listener of listeners) listener();
  };
  return {
    views,
    /** Replaces a view with the same name. */
    save: (view: SavedView) => write([...views.filter(({ name }) => name !== view.name), view]),
    remove: (view: SavedView) => write(views.filter(({ name }) => name !== view.name)),
  };
}

const builtIn: readonly [string, Partial<ListUrlState>][] = [
  [viewLabels.open, {}],
  [viewLabels.mine, { assignee: me }],
  [viewLabels.overdue, { overdue: true }],
  [viewLabels.estimates, { estimate: true }],
  [viewLabels.all, { state: anyState }],
];

function toCounts(counts: CountServiceRequestsResponse | undefined): (number | undefined)[] {
  if (!counts) return [];
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
  return [
    sum(counts.counts.filter(({ state }) => isOpen(state)).map(({ count }) => count)),
    counts.assignedCount,
    sum(counts.counts.map(({ overdueCount }) => overdueCount)),
    counts.pendingEstimateCount,
    sum(counts.counts.map(({ count }) => count)),
  ];
}

/** Returns the built-in views for the selected community. */
export function toBuiltInViews(
  community: string,
  counts: CountServiceRequestsResponse | undefined,
): View[] {
  const numbers = toCounts(counts);
  return builtIn.map(([name, state], at) => {
    const count = numbers[at];
    const search = toSearch({ ...state, community });
    return { name, search, isSaved: false, ...(count === undefined ? {} : { count }) };
  });
}
