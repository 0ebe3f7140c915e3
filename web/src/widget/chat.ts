// The visitor's chat: sends what they write, in order, and asks for new messages.
import { CallError, type Calls, type Contact, type FailureKind } from "./calls";
import { pollPause } from "./polling";
import {
  type Event,
  findStored,
  initialState,
  type OutgoingMessage,
  reduce,
  type State,
} from "./state";
import { createToken, type VisitorStorage } from "./visitor-storage";

export type ChatOptions = {
  calls: Calls;
  storage: VisitorStorage;
  /** Address of the page that shows the chat. */
  page: () => string;
  /** Whether the chat is shown by itself instead of in a website. */
  isTest: boolean;
  onChange: (state: State) => void;
  /** Receives the text of a message that returns to its field. */
  onReturn: (text: string) => void;
};

export type VisitorChat = ReturnType<typeof createChat>;

/** Settings that are older are loaded again before a chat begins: the office may have closed. */
const settingsAge = 60_000;

export function createChat({ calls, storage, page, isTest, onChange, onReturn }: ChatOptions) {
  let state: State = { ...initialState, outgoing: storage.readUnsent().outgoing };
  let draft = storage.readUnsent().draft;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let isDelivering = false;
  let activeAt = Date.now();
  let sentAt = 0;
  let loadedAt = 0;
  /** The token that this tab made, unless another tab has made one since. */
  let ownToken = "";

  function dispatch(event: Event) {
    const { outgoing } = state;
    state = reduce(state, event);
    if (state.outgoing !== outgoing) keepUnsent();
    onChange(state);
  }

  function keepUnsent() {
    storage.writeUnsent({ draft, outgoing: state.outgoing });
  }

  function schedule() {
    clearTimeout(timer);
    const isVisible = document.visibilityState !== "hidden";
    const now = Date.now();
    const attention = { isVisible, idle: now - activeAt, sinceSent: now - sentAt };
    const pause = pollPause(state, attention);
    timer = pause === undefined ? undefined : setTimeout(() => void poll(), pause);
  }

  async function load() {
    const token = storage.readToken();
    const opened = await calls.open(token);
    if (token && !opened.chat) storage.writeToken("");
    loadedAt = Date.now();
    dispatch({ type: "opened", opened });
    // The response to the message that began the chat was lost.
    for (const { key, body, hasBegun } of state.outgoing) {
      const isStored = hasBegun && opened.chat && findStored(opened.chat, body);
      if (isStored) dispatch({ type: "withdrawn", key });
    }
  }

  async function receive() {
    if (!state.isExpanded || !state.hasChat) return load();
    for (;;) {
      const askedAt = Date.now();
      const chat = await calls.listMessages(storage.readToken(), state.cursor);
      // The response does not know of a message that was sent in the meantime.
      const isBotWriting = chat.isBotWriting || askedAt < sentAt;
      dispatch({ type: "received", chat: { ...chat, isBotWriting } });
      if (!chat.hasMore) return undefined;
    }
  }

  async function poll() {
    if (isPolling) return;
    isPolling = true;
    clearTimeout(timer);
    try {
      await receive().catch((error) => (kindOf(error) === "gone" ? load() : Promise.reject(error)));
    } catch (error) {
      const kind = kindOf(error);
      const isLoaded = state.settings !== undefined && kind !== "gone";
      dispatch(isLoaded ? { type: "pollFailed", kind } : { type: "unloaded", kind });
    } finally {
      isPolling = false;
      schedule();
    }
  }

  /** Sends what is outgoing, one after the other. The first failure ends it. */
  async function deliver() {
    if (isDelivering) return;
    isDelivering = true;
    for (;;) {
      const [next] = state.outgoing;
      if (!next || next.failure) break;
      await (state.hasChat ? send(next) : begin(next)).catch((error) => recover(next, error));
    }
    isDelivering = false;
    schedule();
  }

  async function send({ key, body, choice }: OutgoingMessage) {
    const content = choice === undefined ? { body } : { choice };
    const message = await calls.send(storage.readToken(), content, key);
    sentAt = Date.now();
    dispatch({ type: "sent", key, message });
  }

  async function begin({ key, body, contact }: OutgoingMessage) {
    const kept = storage.readToken();
    if (kept && kept !== ownToken) {
      // Another tab began a chat: the message belongs to it.
      await load();
      if (state.hasChat) return;
    }
    ownToken = storage.readToken() || createToken();
    storage.writeToken(ownToken);
    dispatch({ type: "begun", key });
    const start = { token: ownToken, body, contact, page: page(), isTest };
    const chat = await calls.start(start, key);
    sentAt = Date.now();
    dispatch({ type: "started", key, chat });
  }

  function recover(message: OutgoingMessage, error: unknown) {
    const { key, body, contact } = message;
    const field = error instanceof CallError ? error.field : "";
    const kind = kindOf(error);
    if (kind === "gone" && state.hasChat) {
      // The chat has expired, so the message begins another one.
      storage.writeToken("");
      dispatch({ type: "chatExpired" });
      return;
    }
    if (field === "choice") {
      // The bot has written something else since: the question is sent as words.
      dispatch({ type: "withdrawn", key });
      write({ key: createToken(), body, contact });
      return;
    }
    dispatch({ type: "refused", key, kind, field });
    if (!state.outgoing.some((one) => one.key === key)) onReturn(body);
  }

  function write(message: OutgoingMessage) {
    dispatch({ type: "written", message });
    void deliver();
  }

  return {
    draft: () => draft,
    state: () => state,
    load: poll,
    send: (body: string, contact: Contact = state.contact) =>
      write({ key: createToken(), body, contact }),
    choose: (choice: number, body: string) =>
      write({ key: createToken(), body, choice, contact: state.contact }),
    retry: () => {
      dispatch({ type: "retried" });
      void deliver();
    },
    /** Takes a message that was not sent back into its field. */
    edit: (key: string) => {
      const message = state.outgoing.find((one) => one.key === key);
      dispatch({ type: "withdrawn", key });
      if (message) onReturn(message.body);
      void deliver();
    },
    keepDraft: (text: string) => {
      draft = text;
      keepUnsent();
    },
    /** Saves the contact, and returns why it was not saved if so. */
    saveContact: async (contact: Contact): Promise<FailureKind | undefined> => {
      try {
        const saved = await calls.updateContact(storage.readToken(), contact);
        dispatch({ type: "contactSaved", contact: saved });
        return undefined;
      } catch (error) {
        return kindOf(error);
      }
    },
    expand: () => {
      dispatch({ type: "expanded" });
      storage.writeExpanded(true);
      const isOld = loadedAt > 0 && Date.now() - loadedAt > settingsAge;
      if (state.hasChat || isOld) void poll();
    },
    minimize: () => {
      dispatch({ type: "minimized" });
      storage.writeExpanded(false);
      schedule();
    },
    /** The visitor did something: new messages are asked for again. */
    noteActivity: () => {
      activeAt = Date.now();
      if (!timer && !isPolling) schedule();
    },
    /** The tab became visible or hidden. */
    noteVisibility: () => {
      if (document.visibilityState === "hidden" || !state.hasChat) schedule();
      else void poll();
    },
    /** Another tab began a chat. */
    noteOtherTab: () => {
      if (!state.hasChat && !isDelivering && storage.readToken()) void poll();
    },
    stop: () => clearTimeout(timer),
  };
}

function kindOf(error: unknown): FailureKind {
  return error instanceof CallError ? error.kind : "failed";
}
