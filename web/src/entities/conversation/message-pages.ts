// The loaded messages of a conversation, without a gap. The newest page is refetched; older pages
// are loaded once.

import type { Message } from "../../gen/parlor/v1/conversation_pb";
import type { GetConversationResponse } from "../../gen/parlor/v1/conversation_service_pb";

export type MessagePage = Pick<GetConversationResponse, "messages" | "nextPageToken">;

export type MessagePages = {
  /** The newest page that was joined. */
  page: MessagePage | undefined;
  /** Oldest first. */
  messages: readonly Message[];
  /** Page token of older messages; empty at the start of the conversation. */
  before: string;
};

export const noPages: MessagePages = { page: undefined, messages: [], before: "" };

/**
 * Joins the newest page. Messages that are no longer on it stay. A page that shares no message with
 * the loaded ones, as after a long time offline, replaces them.
 */
export function joinNewest(run: MessagePages, page: MessagePage): MessagePages {
  const ids = new Set(page.messages.map(({ id }) => id));
  const from = run.messages.findIndex(({ id }) => ids.has(id));
  if (from < 0) return { page, messages: page.messages, before: page.nextPageToken };
  return { ...run, page, messages: [...run.messages.slice(0, from), ...page.messages] };
}

/** Prepends the page of a token. Ignores it if another page was joined in the meantime. */
export function prependOlder(run: MessagePages, token: string, page: MessagePage): MessagePages {
  if (run.before !== token) return run;
  return { ...run, messages: [...page.messages, ...run.messages], before: page.nextPageToken };
}

/** Replaces a message by its current version. */
export function replaceMessage(run: MessagePages, message: Message | undefined): MessagePages {
  if (!message) return run;
  const messages = run.messages.map((one) => (one.id === message.id ? message : one));
  return { ...run, messages };
}
