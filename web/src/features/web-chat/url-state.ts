// The state of the web chat screen, kept in the URL.

import { readTestTraffic, type TestTrafficFilter } from "../../entities/test-traffic/test-traffic";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export type WebChatUrlState = {
  tab: "settings" | "chats";
  /** The community whose settings are shown; in the list of chats, the filter. Empty for none. */
  community: string;
  /** Search in the names of communities. */
  find: string;
  openQuestionsOnly: boolean;
  tests: TestTrafficFilter;
  /** ID of the open chat. */
  id: string;
};

const nothingSet: WebChatUrlState = {
  tab: "settings",
  community: "",
  find: "",
  openQuestionsOnly: false,
  tests: "",
  id: "",
};

/** The state of a tab without filters. */
export function tabState(tab: WebChatUrlState["tab"]): WebChatUrlState {
  return { ...nothingSet, tab };
}

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: WebChatUrlState): string {
  const params = new URLSearchParams();
  const { tab, community, find, openQuestionsOnly, tests, id } = urlState;
  if (tab === "chats") params.set("tab", tab);
  if (community) params.set("community", community);
  if (find) params.set("find", find);
  if (openQuestionsOnly) params.set("show", "open");
  if (tests) params.set("tests", tests);
  if (id) params.set("id", id);
  return `?${params}`;
}

const codec: UrlStateCodec<WebChatUrlState> = {
  read: (params) => ({
    tab: params.get("tab") === "chats" ? "chats" : "settings",
    community: params.get("community") ?? "",
    find: params.get("find") ?? "",
    openQuestionsOnly: params.get("show") === "open",
    tests: readTestTraffic(params.get("tests")),
    id: params.get("id") ?? "",
  }),
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useWebChatUrlState = () => useUrlState(codec);
