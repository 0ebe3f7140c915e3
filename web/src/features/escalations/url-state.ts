// The state of the escalations screen, kept in the URL.

import { readTestTraffic, type TestTrafficFilter } from "../../entities/test-traffic/test-traffic";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export type EscalationsUrlState = {
  reviewed: boolean;
  community: string;
  newestFirst: boolean;
  /** Includes the communities of which the user is a secondary contact only. */
  secondary: boolean;
  /** J and K skip escalations that a colleague has claimed. */
  skipClaimed: boolean;
  tests: TestTrafficFilter;
  id: string;
};

const paramNames = {
  reviewed: "tab",
  community: "community",
  newestFirst: "order",
  secondary: "secondary",
  skipClaimed: "skip",
  tests: "tests",
  id: "id",
};

function setParam(params: URLSearchParams, name: string, value: string) {
  if (value) params.set(name, value);
  else params.delete(name);
}

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: EscalationsUrlState): string {
  const params = new URLSearchParams();
  setParam(params, paramNames.reviewed, urlState.reviewed ? "reviewed" : "");
  setParam(params, paramNames.community, urlState.community);
  setParam(params, paramNames.newestFirst, urlState.newestFirst ? "newest" : "");
  setParam(params, paramNames.secondary, urlState.secondary ? "" : "no");
  setParam(params, paramNames.skipClaimed, urlState.skipClaimed ? "claimed" : "");
  setParam(params, paramNames.tests, urlState.tests);
  setParam(params, paramNames.id, urlState.id);
  return `?${params}`;
}

const codec: UrlStateCodec<EscalationsUrlState> = {
  read: (params) => ({
    reviewed: params.get(paramNames.reviewed) === "reviewed",
    community: params.get(paramNames.community) ?? "",
    newestFirst: params.get(paramNames.newestFirst) === "newest",
    secondary: params.get(paramNames.secondary) !== "no",
    skipClaimed: params.get(paramNames.skipClaimed) === "claimed",
    tests: readTestTraffic(params.get(paramNames.tests)),
    id: params.get(paramNames.id) ?? "",
  }),
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useEscalationsUrlState = () => useUrlState(codec);
