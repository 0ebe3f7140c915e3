// The state of the conversations screen, kept in the URL.

import { readTestTraffic, type TestTrafficFilter } from "../../entities/test-traffic/test-traffic";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export const states = {
  open: ConversationState.OPEN,
  bot: ConversationState.BOT,
  snoozed: ConversationState.SNOOZED,
  resolved: ConversationState.RESOLVED,
} as const;

export type StateName = keyof typeof states;

export type ConversationsUrlState = {
  /** Empty means all states. */
  state: StateName | "";
  community: string;
  /** A user id, "me", or empty for all assignees. */
  assigned: string;
  words: string;
  tests: TestTrafficFilter;
  id: string;
};

const paramNames = ["state", "community", "assigned", "words", "tests", "id"] as const;

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: ConversationsUrlState): string {
  const params = new URLSearchParams();
  for (const name of paramNames) if (urlState[name]) params.set(name, urlState[name]);
  return `?${params}`;
}

function isState(text: string): text is StateName {
  return Object.hasOwn(states, text);
}

const codec: UrlStateCodec<ConversationsUrlState> = {
  read(params) {
    const get = (name: (typeof paramNames)[number]) => params.get(name) ?? "";
    const state = get("state");
    return {
      state: isState(state) ? state : "",
      community: get("community"),
      assigned: get("assigned"),
      words: get("words"),
      tests: readTestTraffic(get("tests")),
      id: get("id"),
    };
  },
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useConversationsUrlState = () => useUrlState(codec);
