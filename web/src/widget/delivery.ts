// Sends what the visitor writes, in order.
import { CallError } from "./calls";
import { type ChatHost, kindOf } from "./chat-host";
import type { OutgoingMessage } from "./state";
import { createToken } from "./visitor-storage";
import type { VisitorVerification } from "./visitor-verification";

export class Delivery {
  isRunning = false;
  /** When the last message was sent, in milliseconds. */
  sentAt = 0;
  /** The token that this tab made, or continued to use. Another one is that of another tab. */
  ownToken = "";

  constructor(
    private readonly chat: ChatHost,
    private readonly verification: VisitorVerification,
    /** Called when nothing is left to send, or something couldn't be sent. */
    private readonly onEnd: () => void,
  ) {}

  /** Shows a message as outgoing, and sends it. */
  write(message: OutgoingMessage): void {
    this.chat.dispatch({ type: "written", message });
    void this.deliver();
  }

  /** Sends what is outgoing, one after the other. The first failure ends it. */
  async deliver(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    for (;;) {
      const [next] = this.chat.state.outgoing;
      if (!next || next.failure) break;
      const sending = this.chat.state.hasChat ? this.sendNext(next) : this.begin(next);
      await sending.catch((error) => this.recover(next, error));
    }
    this.isRunning = false;
    this.onEnd();
  }

  private async sendNext({ key, body, photos, choice, hasBegun }: OutgoingMessage): Promise<void> {
    const { calls, storage } = this.chat.options;
    // A message of photos only has no words.
    const words = { ...(body ? { body } : {}), ...(photos ? { photos } : {}) };
    const content = choice === undefined ? words : { choice };
    // Verifies first, so that the bot answers this message for the verified visitor.
    await this.verification.verify();
    // A key belongs to one call: the message may have been tried as the first one of a chat that another tab began.
    const callKey = hasBegun ? `${key}.send` : key;
    const message = await calls.send(storage.readToken(), content, callKey);
    this.sentAt = Date.now();
    this.chat.dispatch({ type: "sent", key, message });
  }

  private async begin({ key, body, photos = [], contact }: OutgoingMessage): Promise<void> {
    const { calls, storage, page, isTest, signedVisitor } = this.chat.options;
    const kept = storage.readToken();
    if (kept && kept !== this.ownToken) {
      // Another tab began a chat: the message belongs to it.
      await this.chat.open();
      if (this.chat.state.hasChat) return;
    }
    this.ownToken = storage.readToken() || createToken();
    storage.writeToken(this.ownToken);
    this.chat.dispatch({ type: "begun", key });
    const visitor = signedVisitor();
    this.verification.noteSigner(visitor);
    const from = { page: page(), isTest, signedVisitor: visitor };
    const start = { token: this.ownToken, body, photos, contact, ...from };
    const chat = await calls.start(start, key);
    this.sentAt = Date.now();
    this.chat.dispatch({ type: "started", key, chat });
    // StartWebChat ignores a wrong signature; this call reports it on the console.
    await this.verification.verify();
  }

  private recover(message: OutgoingMessage, error: unknown): void {
    const { key, body, photos = [], contact } = message;
    const field = error instanceof CallError ? error.field : "";
    const kind = kindOf(error);
    if (kind === "gone" && this.chat.state.hasChat) {
      // The chat has expired, so the message begins another one.
      this.chat.options.storage.writeToken("");
      this.chat.dispatch({ type: "chatExpired" });
      return;
    }
    if (field === "choice") {
      // The bot has written something else since: the question is sent as words.
      this.chat.dispatch({ type: "withdrawn", key });
      this.write({ key: createToken(), body, contact });
      return;
    }
    this.chat.dispatch({ type: "refused", key, kind, field });
    const { outgoing } = this.chat.state;
    if (!outgoing.some((one) => one.key === key)) this.chat.options.onReturn(body, photos);
  }
}
