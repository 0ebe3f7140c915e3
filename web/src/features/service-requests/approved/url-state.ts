// The state of the screen of approved requests, kept in the URL.

import { type UrlStateCodec, useUrlState } from "../../../lib/use-url-state";

export const workViews = ["all", "overdue", "estimates", "hold"] as const;
export type WorkView = (typeof workViews)[number];

export type ApprovedUrlState = {
  view: WorkView;
  query: string;
  community: string;
  assignee: string;
  vendor: string;
};

const filterNames = ["query", "community", "assignee", "vendor"] as const;

/** Returns the query of a state, with the question mark. */
export function toSearch(state: Partial<ApprovedUrlState>): string {
  const params = new URLSearchParams();
  if (state.view && state.view !== "all") params.set("view", state.view);
  for (const name of filterNames) {
    const value = state[name];
    if (value) params.set(name, value);
  }
  return `?${params}`;
}

const codec: UrlStateCodec<ApprovedUrlState> = {
  read: (params) => ({
    view: workViews.find((view) => view === params.get("view")) ?? "all",
    query: params.get("query") ?? "",
    community: params.get("community") ?? "",
    assignee: params.get("assignee") ?? "",
    vendor: params.get("vendor") ?? "",
  }),
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useApprovedUrlState = () => useUrlState(codec);

export const hasFilter = (state: ApprovedUrlState): boolean =>
  filterNames.some((name) => state[name] !== "");
