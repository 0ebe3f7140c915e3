// What the chat shows, and how each event changes it.
import type { Chat, Contact, FailureKind, Message, Opened, WidgetSettings } from "./calls";
import type { Verification } from "./signed-visitor";

/** A message that the server has not confirmed. */
export type OutgoingMessage = {
  /** Its idempotency key. */
  key: string;
  body: string;
  /** As data: URLs. Unset without photos. */
  photos?: readonly string[];
  /** Position of the choice that it is, if it is one. */
  choice?: number;
  /** The contact of a chat that it begins. */
  contact: Contact;
  /** True once it was tried to begin a chat with it, so that the chat may have it. */
  hasBegun?: boolean;
  /** Why it was not sent. Unset while it is being sent. */
  failure?: FailureKind;
};

/** A message that the server has. `key` is its key while it was outgoing. */
export type StoredMessage = Message & { key?: string };

export type State = Verification & {
  /**
   * "loading" until the settings are there, "unloaded" if they could not be loaded, and "gone" if there is no such chat
   * any more.
   */
  phase: "loading" | "unloaded" | "ready" | "gone";
  settings?: WidgetSettings;
  /** True if the visitor has a chat. */
  hasChat: boolean;
  messages: readonly StoredMessage[];
  outgoing: readonly OutgoingMessage[];
  cursor: string;
  isBotWriting: boolean;
  isStaffWriting: boolean;
  hasOpenQuestion: boolean;
  contact: Contact;
  /** True if the server refused the email address of the message that was written last. */
  isEmailRefused: boolean;
  /** True while the visitor sees the messages; false if there is only the button. */
  isExpanded: boolean;
  /** Number of messages that came while there was only the button. */
  unreadCount: number;
  /** Number of failed attempts in a row to get new messages. */
  failedPolls: number;
};

export type Event =
  | { type: "opened"; opened: Opened }
  | { type: "unloaded"; kind: FailureKind }
  | { type: "received"; chat: Chat }
  | { type: "begun"; key: string }
  | { type: "started"; key: string; chat: Chat }
  | { type: "pollFailed"; kind: FailureKind }
  | { type: "written"; message: OutgoingMessage }
  | { type: "sent"; key: string; message: Message }
  | { type: "refused"; key: string; kind: FailureKind; field: string }
  | { type: "retried" }
  | { type: "withdrawn"; key: string }
  | { type: "contactSaved"; contact: Contact }
  | { type: "verified"; verification: Verification }
  | { type: "chatExpired" }
  | { type: "expanded" }
  | { type: "minimized" };

export const initialState: State = {
  phase: "loading",
  hasChat: false,
  messages: [],
  outgoing: [],
  cursor: "",
  isBotWriting: false,
  isStaffWriting: false,
  hasOpenQuestion: false,
  contact: { name: "", email: "" },
  verifiedEmail: "",
  verifiedUntil: "",
  isEmailRefused: false,
  isExpanded: false,
  unreadCount: 0,
  failedPolls: 0,
};

export function reduce(state: State, event: Event): State {
  switch (event.type) {
    case "opened":
      return opened(state, event.opened);
    case "unloaded":
      return { ...state, phase: event.kind === "gone" ? "gone" : "unloaded" };
    case "received":
      return received(state, event.chat);
    case "begun":
      return changed(state, event.key, { hasBegun: true });
    case "started":
      return started(state, event.key, event.chat);
    case "pollFailed":
      return { ...state, isStaffWriting: false, failedPolls: state.failedPolls + 1 };
    case "written":
      return { ...state, outgoing: [...state.outgoing, event.message], isEmailRefused: false };
    case "sent":
      return sent(state, event.key, event.message);
    case "refused":
      return refused(state, event.key, event.kind, event.field);
    case "retried":
      return { ...state, outgoing: state.outgoing.map(({ failure, ...message }) => message) };
    case "withdrawn":
      return { ...state, outgoing: without(state.outgoing, event.key) };
    case "contactSaved":
      return { ...state, contact: event.contact };
    case "verified":
      return { ...state, ...event.verification };
    case "chatExpired":
      return { ...initialState, ...kept(state), contact: state.contact };
    case "expanded":
      return { ...state, isExpanded: true, unreadCount: 0 };
    case "minimized":
      return { ...state, isExpanded: false };
  }
}

function opened(state: State, { widget, chat }: Opened): State {
  const next: State = { ...state, phase: "ready", settings: widget, failedPolls: 0 };
  if (chat) return received(next, chat);
  return state.hasChat ? { ...initialState, ...kept(next) } : next;
}

/** What stays if the chat has expired: what was not sent begins another one. */
function kept({ phase, settings, outgoing, isExpanded }: State): Partial<State> {
  return { phase, settings, outgoing, isExpanded };
}

function received(state: State, chat: Chat): State {
  const added = chat.messages.filter((one) => !state.messages.some(({ _id }) => _id === one._id));
  // The messages that are there when the chat is opened are not new.
  const isNew = (message: Message) => state.hasChat && message.author !== "VISITOR";
  const unread = state.isExpanded ? 0 : state.unreadCount + added.filter(isNew).length;
  return {
    ...state,
    phase: "ready",
    hasChat: true,
    messages: inOrder([...state.messages, ...added]),
    cursor: chat.cursor || state.cursor,
    isBotWriting: chat.isBotWriting,
    isStaffWriting: chat.isStaffWriting,
    hasOpenQuestion: chat.hasOpenQuestion,
    contact: { name: chat.name, email: chat.email },
    verifiedEmail: chat.verifiedEmail,
    verifiedUntil: chat.verifiedUntil ?? "",
    unreadCount: unread,
    failedPolls: 0,
  };
}

/** The chat may be older than the message, which is then sent into it. */
function started(state: State, key: string, chat: Chat): State {
  const message = state.outgoing.find((one) => one.key === key);
  const first = message && findStored(chat, message);
  if (!first) return received(state, chat);
  const next = received({ ...state, outgoing: without(state.outgoing, key) }, chat);
  const name = (one: StoredMessage) => (one._id === first._id ? { ...one, key } : one);
  return { ...next, messages: next.messages.map(name), unreadCount: state.unreadCount };
}

/** Returns the message with which the visitor began a chat, if it is this one. */
export function findStored(
  chat: Chat,
  { body, photos = [] }: Pick<OutgoingMessage, "body" | "photos">,
): Message | undefined {
  const first = chat.messages.find((message) => message.author === "VISITOR");
  const isSame = first?.body.trim() === body.trim() && first.photos.length === photos.length;
  return isSame ? first : undefined;
}

function sent(state: State, key: string, message: Message): State {
  const others = state.messages.filter(({ _id }) => _id !== message._id);
  return {
    ...state,
    outgoing: without(state.outgoing, key),
    messages: inOrder([...others, { ...message, key }]),
    isBotWriting: true,
  };
}

/** A chat that closed in the meantime needs an email address: the message returns to its field. */
function refused(state: State, key: string, failure: FailureKind, field: string): State {
  if (failure === "invalid" && field === "email" && state.settings) {
    const settings = { ...state.settings, isOpen: false };
    return { ...state, settings, outgoing: without(state.outgoing, key), isEmailRefused: true };
  }
  return changed(state, key, { failure });
}

function changed(state: State, key: string, change: Partial<OutgoingMessage>): State {
  const apply = (message: OutgoingMessage) =>
    message.key === key ? { ...message, ...change } : message;
  return { ...state, outgoing: state.outgoing.map(apply) };
}

function without(outgoing: readonly OutgoingMessage[], key: string): readonly OutgoingMessage[] {
  return outgoing.filter((message) => message.key !== key);
}

/** Messages of the same time keep the order in which they came. */
function inOrder(messages: readonly StoredMessage[]): readonly StoredMessage[] {
  return [...messages].sort((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt));
}

/** Returns whether the next message needs an email address. */
export function needsEmail({ hasChat, settings }: State): boolean {
  return !hasChat && settings?.isOpen === false;
}

/** Returns the last message of the bot if the visitor can still choose one of its questions. */
export function openChoices({ messages, outgoing }: State): StoredMessage | undefined {
  const last = messages[messages.length - 1];
  const isOpen = last?.author === "BOT" && last.choices.length > 0 && outgoing.length === 0;
  return isOpen ? last : undefined;
}
