// The state of the inbox, kept in the URL.

import { readTestTraffic, type TestTrafficFilter } from "../../entities/test-traffic/test-traffic";
import {
  InboxChannel,
  type InboxItem,
  InboxOrder,
  InboxState,
} from "../../gen/parlor/v1/inbox_service_pb";
import { type UrlStateCodec, useUrlState } from "../../lib/use-url-state";

export const states = {
  open: InboxState.OPEN,
  snoozed: InboxState.SNOOZED,
  resolved: InboxState.RESOLVED,
  bot: InboxState.BOT,
} as const;
export type StateName = keyof typeof states;

export const channels = {
  "": InboxChannel.UNSPECIFIED,
  text: InboxChannel.TEXT,
  email: InboxChannel.EMAIL,
  chat: InboxChannel.WEB_CHAT,
} as const;
export type Channel = keyof typeof channels;

export const orders = {
  "": InboxOrder.UNSPECIFIED,
  due: InboxOrder.REPLY_DUE,
  priority: InboxOrder.PRIORITY,
} as const;
export type Sort = keyof typeof orders;

const assignedNames = ["", "ours", "mine", "none"] as const;
export type Assigned = (typeof assignedNames)[number];

export type InboxUrlState = {
  state: StateName;
  channel: Channel;
  community: string;
  assigned: Assigned;
  words: string;
  tests: TestTrafficFilter;
  sort: Sort;
  /** ID of the open text conversation. */
  text: string;
  /** ID of the open email thread. */
  email: string;
  /** ID of the open web chat. */
  chat: string;
  /** Set while a narrow window shows the person's card. */
  person: "" | "1";
};

const paramNames = [
  "state",
  "channel",
  "community",
  "assigned",
  "words",
  "tests",
  "sort",
  "text",
  "email",
  "chat",
  "person",
] as const;

/** Closes the open item. */
export const nothingOpen = { text: "", email: "", chat: "", person: "" } as const;

/** ID of the conversation, the email thread or the web chat. */
export function itemId({ conversationId, emailThreadId, webChatId }: InboxItem): string {
  return conversationId || emailThreadId || webChatId;
}

/** Opens an item. */
export function itemPlace({ conversationId, emailThreadId, webChatId }: InboxItem) {
  return { ...nothingOpen, text: conversationId, email: emailThreadId, chat: webChatId };
}

/** Returns the query of a state, with the question mark. */
export function toSearch(urlState: InboxUrlState): string {
  const params = new URLSearchParams();
  for (const name of paramNames) {
    const value = urlState[name];
    if (value && value !== "open") params.set(name, value);
  }
  return `?${params}`;
}

function oneOf<Name extends string>(names: readonly Name[], text: string, otherwise: Name): Name {
  return names.find((name) => name === text) ?? otherwise;
}

const codec: UrlStateCodec<InboxUrlState> = {
  read(params) {
    const get = (name: (typeof paramNames)[number]) => params.get(name) ?? "";
    return {
      state: oneOf(Object.keys(states) as StateName[], get("state"), "open"),
      channel: oneOf(Object.keys(channels) as Channel[], get("channel"), ""),
      community: get("community"),
      assigned: oneOf(assignedNames, get("assigned"), ""),
      words: get("words"),
      tests: readTestTraffic(get("tests")),
      sort: oneOf(Object.keys(orders) as Sort[], get("sort"), ""),
      text: get("text"),
      email: get("email"),
      chat: get("chat"),
      person: get("person") ? "1" : "",
    };
  },
  write: (state) => new URLSearchParams(toSearch(state)),
};

export const useInboxUrlState = () => useUrlState(codec);
