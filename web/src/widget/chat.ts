// The visitor's chat: sends what they write, in order, and asks for new messages.
import type { Contact, FailureKind } from "./calls";
import { type ChatHost, type ChatOptions, kindOf } from "./chat-host";
import { Delivery } from "./delivery";
import { pollPause } from "./polling";
import { isAnothers } from "./signed-visitor";
import { type Event, findStored, initialState, reduce, type State } from "./state";
import { createToken } from "./visitor-storage";
import { VisitorVerification } from "./visitor-verification";

/** Settings that are older are loaded again before a chat begins: the office may have closed. */
const settingsAge = 60_000;
/** Time between two reports that the visitor types. A report is valid for 10 seconds. */
const reportInterval = 4_000;

export class VisitorChat implements ChatHost {
  state: State;
  /** What is written but not sent. */
  draft: string;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isPolling = false;
  private activeAt = Date.now();
  private loadedAt = 0;
  /** When it was last reported that the visitor types; 0 if they stopped. */
  private reportedAt = 0;
  private readonly verification: VisitorVerification;
  private readonly delivery: Delivery;

  constructor(readonly options: ChatOptions) {
    const { draft, outgoing } = options.storage.readUnsent();
    this.draft = draft;
    this.state = { ...initialState, outgoing };
    this.verification = new VisitorVerification(this);
    this.delivery = new Delivery(this, this.verification, () => this.schedule());
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

  /** Sends a message. The photos are data: URLs. */
  send(body: string, photos: readonly string[] = [], contact: Contact = this.state.contact): void {
    const attached = photos.length > 0 ? { photos } : {};
    this.delivery.write({ key: createToken(), body, contact, ...attached });
  }

  /** Sends one of the questions of the bot's last message. */
  choose(choice: number, body: string): void {
    this.delivery.write({ key: createToken(), body, choice, contact: this.state.contact });
  }

  /** Sends again what was not sent. */
  retry(): void {
    this.dispatch({ type: "retried" });
    void this.delivery.deliver();
  }

  /** Returns a message that was not sent to its field. */
  edit(key: string): void {
    const message = this.state.outgoing.find((one) => one.key === key);
    this.dispatch({ type: "withdrawn", key });
    if (message) this.options.onReturn(message.body, message.photos ?? []);
    void this.delivery.deliver();
  }

  keepDraft(text: string): void {
    this.draft = text;
    this.keepUnsent();
    this.reportTyping(text.trim() === "");
  }

  /** Saves the contact. Returns why it was not saved if so. */
  async saveContact(given: Contact): Promise<FailureKind | undefined> {
    const { calls, storage } = this.options;
    try {
      const contact = await calls.updateContact(storage.readToken(), given);
      this.dispatch({ type: "contactSaved", contact });
      this.verification.noteContact(contact);
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
    if (!this.state.hasChat && !this.delivery.isRunning && this.options.storage.readToken())
      void this.load();
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  dispatch(event: Event): void {
    const { outgoing } = this.state;
    this.state = reduce(this.state, event);
    if (this.state.outgoing !== outgoing) this.keepUnsent();
    this.options.onChange(this.state);
  }

  private keepUnsent(): void {
    this.options.storage.writeUnsent({ draft: this.draft, outgoing: this.state.outgoing });
  }

  /** Drops what was not sent on the previous page. */
  private dropUnsent(): void {
    for (const { key } of this.state.outgoing) this.dispatch({ type: "withdrawn", key });
    this.keepDraft("");
    this.options.onLeave();
  }

  /** Shows staff that the visitor types, every few seconds, or that they stopped. */
  private reportTyping(hasStopped: boolean): void {
    const isDue = hasStopped ? this.reportedAt > 0 : Date.now() - this.reportedAt >= reportInterval;
    if (!isDue || !this.state.hasChat) return;
    this.reportedAt = hasStopped ? 0 : Date.now();
    const { calls, storage } = this.options;
    // A failed report is replaced by the next one within seconds.
    calls.reportTyping(storage.readToken(), hasStopped).catch(() => undefined);
  }

  private schedule(): void {
    clearTimeout(this.timer);
    const now = Date.now();
    const pause = pollPause(this.state, {
      isVisible: document.visibilityState !== "hidden",
      idle: now - this.activeAt,
      sinceSent: now - this.delivery.sentAt,
    });
    this.timer = pause === undefined ? undefined : setTimeout(() => void this.load(), pause);
  }

  async open(): Promise<void> {
    const { calls, storage, signedVisitor } = this.options;
    const token = storage.readToken();
    const signer = storage.readSigner();
    const all = await calls.open(token);
    const isLeft = isAnothers(all.chat, signer, signedVisitor());
    const opened = isLeft ? { widget: all.widget } : all;
    if (isLeft && this.state.phase !== "ready") this.dropUnsent();
    // A chat that is being begun is not there yet.
    const isBeginning = token === this.delivery.ownToken && !this.state.hasChat;
    if (token && !opened.chat && !isBeginning) storage.writeToken("");
    this.loadedAt = Date.now();
    this.dispatch({ type: "opened", opened });
    // The response to the message that began the chat was lost.
    for (const message of this.state.outgoing) {
      const isStored = message.hasBegun && opened.chat && findStored(opened.chat, message);
      if (isStored) this.dispatch({ type: "withdrawn", key: message.key });
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
      const isBotWriting = chat.isBotWriting || askedAt < this.delivery.sentAt;
      this.dispatch({ type: "received", chat: { ...chat, isBotWriting } });
      if (!chat.hasMore) return undefined;
    }
  }
}
