// Samples for tests of the chat for visitors.
import type { Author, Chat, Message, WidgetSettings } from "../widget/calls";
import { initialState, type State } from "../widget/state";

export const settings: WidgetSettings = {
  communityLabel: "Harbor Row",
  title: "Chat with Harbor Row",
  greeting: "How can we help?",
  color: "#1f5f4a",
  isOnLeft: false,
  isOpen: true,
  canEmail: true,
};

/** A message that was sent this many minutes after 10 AM. Its ID is its text. */
export function message(author: Author, body: string, minutes = 0): Message {
  const sentAt = new Date(Date.UTC(2026, 10, 30, 10, minutes)).toISOString();
  return { _id: body, author, body, choices: [], sentAt, photos: [] };
}

export function chatOf(messages: readonly Message[], more: Partial<Chat> = {}): Chat {
  return {
    messages,
    cursor: messages[messages.length - 1]?._id ?? "",
    hasMore: false,
    isBotWriting: false,
    isStaffWriting: false,
    hasOpenQuestion: false,
    name: "",
    email: "",
    verifiedEmail: "",
    ...more,
  };
}

export function readyState(more: Partial<State> = {}): State {
  return { ...initialState, phase: "ready", settings, ...more };
}
