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
  /** Returns the address of the page that shows the chat. */
  page: () => string;
  /** Whether the chat is shown by itself instead of in a website. */
  isTest: boolean;
  onChange: (state: State) => void;
  /** Receives the text of a message that returns to its field. */
  onReturn: (text: string) => void;
};

/** Settings that are older are loaded again before a chat begins: the office may have closed. */
const settingsAge = 60_000;

export class VisitorChat {
  state: State;
  /** What is written but not sent. */
  draft: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isPolling = false;
  private isDelivering = false;
  private activeAt = Date.now();
  private sentAt = 0;
  private loadedAt = 0;
  /** The token that this tab made, or continued to use. Another one is that of another tab. */
  private ownToken = "";

  constructor(private readonly options: ChatOptions) {
    const { draft, outgoing } = options.storage.readUnsent();
    this.draft = draft;
    this.state = { ...initialState, outgoing };
  }

  /** Loads the settings and the chat so far. Later, loads what is new. */
  async load(): Promise<void> {
    if (this.isPolling) return;
    this.isPolling = true;
    clearTimeout(this.timer);
    try {
      await this.receive().catch((error) => {
        // Tells whether only this chat has expired.
        if (kindOf(error) === "gone") return this.open();
        throw error;
      });
    } catch (error) {
      const kind = kindOf(error);
      const isLoaded = this.state.settings !== undefined && kind !== "gone";
      this.dispatch(isLoaded ? { type: "pollFailed", kind } : { type: "unloaded", kind });
    } finally {
      this.isPolling = false;
      this.schedule();
    }
  }

  send(body: string, contact: Contact = this.state.contact): void {
    this.write({ key: createToken(), body, contact });
  }

  /** Sends one of the questions of the bot's last message. */
  choose(choice: number, body: string): void {
    this.write({ key: createToken(), body, choice, contact: this.state.contact });
  }

  /** Sends again what was not sent. */
  retry(): void {
    this.dispatch({ type: "retried" });
    void this.deliver();
  }

  /** Returns a message that was not sent to its field. */
  edit(key: string): void {
    const message = this.state.outgoing.find((one) => one.key === key);
    this.dispatch({ type: "withdrawn", key });
    if (message) this.options.onReturn(message.body);
    void this.deliver();
  }

  keepDraft(text: string): void {
    this.draft = text;
    this.keepUnsent();
  }

  /** Saves the contact. Returns why it was not saved if so. */
  async saveContact(given: Contact): Promise<FailureKind | undefined> {
    const { calls, storage } = this.options;
    try {
      const contact = await calls.updateContact(storage.readToken(), given);
      this.dispatch({ type: "contactSaved", contact });
      return undefined;
    } catch (error) {
      return kindOf(error);
    }
  }

  /** The visitor opened the chat. */
  expand(): void {
    this.dispatch({ type: "expanded" });
    this.options.storage.writeExpanded(true);
    const isOld = this.loadedAt > 0 && Date.now() - this.loadedAt > settingsAge;
    if (this.state.hasChat || isOld) void this.load();
  }

  /** The visitor closed the chat. */
  minimize(): void {
    this.dispatch({ type: "minimized" });
    this.options.storage.writeExpanded(false);
    this.schedule();
  }

  /** The visitor did something: new messages are asked for again. */
  noteActivity(): void {
    this.activeAt = Date.now();
    if (!this.timer && !this.isPolling) this.schedule();
  }

  /** The tab became visible or hidden, or the browser has a connection again. */
  noteVisibility(): void {
    const hasNews = this.state.hasChat || this.state.phase === "unloaded";
    if (document.visibilityState === "hidden" || !hasNews) this.schedule();
    else void this.load();
  }

  /** Another tab wrote the token of a chat. */
  noteOtherTab(): void {
    if (!this.state.hasChat && !this.isDelivering && this.options.storage.readToken())
      void this.load();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private dispatch(event: Event): void {
    const { outgoing } = this.state;
    this.state = reduce(this.state, event);
    if (this.state.outgoing !== outgoing) this.keepUnsent();
    this.options.onChange(this.state);
  }

  private keepUnsent(): void {
    this.options.storage.writeUnsent({ draft: this.draft, outgoing: this.state.outgoing });
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    const pause = pollPause(this.state, {
      isVisible: document.visibilityState !== "hidden",
      idle: now - this.activeAt,
      sinceSent: now - this.sentAt,
    });
    this.timer = pause === undefined ? undefined : setTimeout(() => void this.load(), pause);
  }

  private async open(): Promise<void> {
    const { calls, storage } = this.options;
    const token = storage.readToken();
    const opened = await calls.open(token);
    // A chat that is being begun is not there yet.
    const isBeginning = token === this.ownToken && !this.state.hasChat;
    if (token && !opened.chat && !isBeginning) storage.writeToken("");
    this.loadedAt = Date.now();
    this.dispatch({ type: "opened", opened });
    // The response to the message that began the chat was lost.
    for (const { key, body, hasBegun } of this.state.outgoing) {
      const isStored = hasBegun && opened.chat && findStored(opened.chat, body);
      if (isStored) this.dispatch({ type: "withdrawn", key });
    }
  }

  /** What is not shown is not marked as seen: an absent visitor gets it by email. */
  private async receive(): Promise<void> {
    const { calls, storage } = this.options;
    if (!this.state.isExpanded || !this.state.hasChat) return this.open();
    for (;;) {
      const askedAt = Date.now();
      const chat = await calls.listMessages(storage.readToken(), this.state.cursor);
      // The response does not know of a message that was sent in the meantime.
      const isBotWriting = chat.isBotWriting || askedAt < this.sentAt;
      this.dispatch({ type: "received", chat: { ...chat, isBotWriting } });
      if (!chat.hasMore) return undefined;
    }
  }

  private write(message: OutgoingMessage): void {
    this.dispatch({ type: "written", message });
    void this.deliver();
  }

  /** Sends what is outgoing, one after the other. The first failure ends it. */
  private async deliver(): Promise<void> {
    if (this.isDelivering) return;
    this.isDelivering = true;
    for (;;) {
      const [next] = this.state.outgoing;
      if (!next || next.failure) break;
      const sending = this.state.hasChat ? this.sendNext(next) : this.begin(next);
      await sending.catch((error) => this.recover(next, error));
    }
    this.isDelivering = false;
    this.schedule();
  }

  private async sendNext({ key, body, choice }: OutgoingMessage): Promise<void> {
    const { calls, storage } = this.options;
    const content = choice === undefined ? { body } : { choice };
    const message = await calls.send(storage.readToken(), content, key);
    this.sentAt = Date.now();
    this.dispatch({ type: "sent", key, message });
  }

  private async begin({ key, body, contact }: OutgoingMessage): Promise<void> {
    const { calls, storage, page, isTest } = this.options;
    const kept = storage.readToken();
    if (kept && kept !== this.ownToken) {
      // Another tab began a chat: the message belongs to it.
      await this.open();
      if (this.state.hasChat) return;
    }
    this.ownToken = storage.readToken() || createToken();
    storage.writeToken(this.ownToken);
    this.dispatch({ type: "begun", key });
    const start = { token: this.ownToken, body, contact, page: page(), isTest };
    const chat = await calls.start(start, key);
    this.sentAt = Date.now();
    this.dispatch({ type: "started", key, chat });
  }

  private recover(message: OutgoingMessage, error: unknown): void {
    const { key, body, contact } = message;
    const field = error instanceof CallError ? error.field : "";
    const kind = kindOf(error);
    if (kind === "gone" && this.state.hasChat) {
      // The chat has expired, so the message begins another one.
      this.options.storage.writeToken("");
      this.dispatch({ type: "chatExpired" });
      return;
    }
    if (field === "choice") {
      // The bot has written something else since: the question is sent as words.
      this.dispatch({ type: "withdrawn", key });
      this.write({ key: createToken(), body, contact });
      return;
    }
    this.dispatch({ type: "refused", key, kind, field });
    if (!this.state.outgoing.some((one) => one.key === key)) this.options.onReturn(body);
  }
}

function kindOf(error: unknown): FailureKind {
  return error instanceof CallError ? error.kind : "failed";
}
