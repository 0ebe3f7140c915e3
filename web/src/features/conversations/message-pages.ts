// The messages of a conversation that were read, without a gap: the newest page is live, and what
// is older was read once.

import type { Message } from "../../gen/parlor/v1/conversation_pb";
import type { GetConversationResponse } from "../../gen/parlor/v1/conversation_service_pb";

export type MessagePage = Pick<GetConversationResponse, "messages" | "nextPageToken">;

export type MessagePages = {
  /** The newest page, as it was joined last. */
  page: MessagePage | undefined;
  /** The oldest first. */
  messages: readonly Message[];
  /** Where older ones are asked for; empty at the beginning of the conversation. */
  before: string;
};

export const noPages: MessagePages = { page: undefined, messages: [], before: "" };

/**
 * The newest page moves on as messages come: what has left it stays in the run. A page that does
 * not touch the run, after a long time without a line, begins another.
 */
export function joinNewest(run: MessagePages, page: MessagePage): MessagePages {
  const ids = new Set(page.messages.map(({ id }) => id));
  const from = run.messages.findIndex(({ id }) => ids.has(id));
  if (from < 0) return { page, messages: page.messages, before: page.nextPageToken };
  return { ...run, page, messages: [...run.messages.slice(0, from), ...page.messages] };
}

/** The page that was asked for with the token `asked`; nothing where the run has gone on without. */
export function prependOlder(run: MessagePages, asked: string, page: MessagePage): MessagePages {
  if (run.before !== asked) return run;
  return { ...run, messages: [...page.messages, ...run.messages], before: page.nextPageToken };
}

/** With a message as it is now. */
export function replaceMessage(run: MessagePages, message: Message | undefined): MessagePages {
  if (!message) return run;
  const messages = run.messages.map((one) => (one.id === message.id ? message : one));
  return { ...run, messages };
}
