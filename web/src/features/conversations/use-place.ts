// Where one is among the conversations: all of it is in the URL.

import { useSearchParams } from "react-router";
import { ConversationState } from "../../gen/parlor/v1/conversation_pb";

export const states = {
  open: ConversationState.OPEN,
  bot: ConversationState.BOT,
  snoozed: ConversationState.SNOOZED,
  resolved: ConversationState.RESOLVED,
} as const;

export type StateName = keyof typeof states;

export type Place = {
  /** Empty for all. */
  state: StateName | "";
  community: string;
  /** A person's id, "me", or empty for all. */
  assigned: string;
  words: string;
  id: string;
};

const names = ["state", "community", "assigned", "words", "id"] as const;

export function searchOf(place: Place): string {
  const params = new URLSearchParams();
  for (const name of names) if (place[name]) params.set(name, place[name]);
  return `?${params}`;
}

function isState(text: string): text is StateName {
  return Object.hasOwn(states, text);
}

export function usePlace(): [Place, (change: Partial<Place>, replace?: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const get = (name: (typeof names)[number]) => params.get(name) ?? "";
  const state = get("state");
  const place: Place = {
    state: isState(state) ? state : "",
    community: get("community"),
    assigned: get("assigned"),
    words: get("words"),
    id: get("id"),
  };
  const go = (change: Partial<Place>, replace = false) =>
    setParams(searchOf({ ...place, ...change }), { replace });
  return [place, go];
}
