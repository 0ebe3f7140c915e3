// The visitor who is signed in on the website, as the chat knows them.
import { CallError, type Contact } from "./calls";
import type { ChatHost } from "./chat-host";
import { isVerified, type SignedVisitor, warn } from "./signed-visitor";

export class VisitorVerification {
  /** A signature that the server refused. */
  private refusedSignature = "";

  constructor(private readonly chat: ChatHost) {}

  /** Verifies the visitor who is signed in on the website. If that fails, the chat continues without it. */
  async verify(): Promise<void> {
    const { calls, storage, signedVisitor } = this.chat.options;
    const visitor = signedVisitor();
    this.noteSigner(visitor);
    if (!visitor || visitor.signature === this.refusedSignature) return;
    if (storage.readSigner()?.isReplaced || isVerified(this.chat.state, visitor, Date.now()))
      return;
    try {
      const verification = await calls.verify(storage.readToken(), visitor);
      this.chat.dispatch({ type: "verified", verification });
    } catch (error) {
      if (!(error instanceof CallError) || error.kind !== "invalid") return;
      this.refusedSignature = visitor.signature;
      warn(error.explanation);
    }
  }

  /** Remembers who is signed in before the server knows, whose response may be lost. */
  noteSigner(visitor: SignedVisitor | undefined): void {
    const { storage } = this.chat.options;
    if (visitor && !storage.readSigner())
      storage.writeSigner({ email: visitor.email.toLowerCase(), isReplaced: false });
  }

  /** Remembers whether the visitor gave another address than the one of their account. */
  noteContact(contact: Contact): void {
    const { storage, signedVisitor } = this.chat.options;
    const visitor = signedVisitor();
    if (!visitor || contact.email === "") return;
    const email = visitor.email.toLowerCase();
    storage.writeSigner({ email, isReplaced: contact.email.toLowerCase() !== email });
  }
}
