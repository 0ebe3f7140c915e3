// The calls of a visitor, as REST. The types are the contract's `web_chat.proto` in JSON.
import type { SignedVisitor, Verification } from "./signed-visitor";

export type Author = "VISITOR" | "BOT" | "STAFF";

export type Message = {
  _id: string;
  author: Author;
  body: string;
  /** Questions from which the bot asks the visitor to choose. */
  choices: readonly string[];
  sentAt: string;
  photos: readonly Photo[];
};

/** A photo of a message. Its links work for a day. */
export type Photo = { _id: string; url: string; thumbnailUrl: string };

export type WidgetSettings = {
  communityLabel: string;
  title: string;
  greeting: string;
  color: string;
  isOnLeft: boolean;
  /** False while an email address is required to begin a chat. */
  isOpen: boolean;
  opensAt?: string;
  canEmail: boolean;
};

export type Chat = {
  messages: readonly Message[];
  cursor: string;
  hasMore: boolean;
  isBotWriting: boolean;
  isStaffWriting: boolean;
  hasOpenQuestion: boolean;
  name: string;
  email: string;
  /** Email address that the visitor proved to have, in lowercase. Empty if none. */
  verifiedEmail: string;
  verifiedUntil?: string;
};

export type Contact = { name: string; email: string };

/**
 * What a message of the visitor says: words and photos, which are data: URLs, or the position of a choice of the bot's
 * last message.
 */
export type Content = { body?: string; photos?: readonly string[] } | { choice: number };

export type Opened = { widget: WidgetSettings; chat?: Chat };

export type Start = {
  token: string;
  body: string;
  /** As data: URLs. */
  photos: readonly string[];
  contact: Contact;
  /** Address of the page that shows the chat. */
  page: string;
  isTest: boolean;
  /** The visitor as the website signed them. A signature that is not valid is ignored. */
  signedVisitor?: SignedVisitor | undefined;
};

export type Calls = {
  /** Returns the settings and, with a token, the chat so far. */
  open(token: string): Promise<Opened>;
  /** Begins a chat. Repeated with the same token, it returns the chat that exists. */
  start(start: Start, idempotencyKey: string): Promise<Chat>;
  /** Sends a message. Repeated with the same idempotency key, it is not sent again. */
  send(token: string, content: Content, idempotencyKey: string): Promise<Message>;
  /** Returns the messages after a cursor, and marks them as seen. */
  listMessages(token: string, after: string): Promise<Chat>;
  updateContact(token: string, contact: Contact): Promise<Contact>;
  /** Shows staff that the visitor types, or stopped. Tried once: the next key reports it again. */
  reportTyping(token: string, hasStopped: boolean): Promise<unknown>;
  /** Verifies a visitor whom the website signed. */
  verify(token: string, visitor: SignedVisitor): Promise<Verification>;
};

/**
 * Why a call failed: the server was not reached, it failed, there were too many calls, the chat does not exist, or the
 * server refused a field.
 */
export type FailureKind = "unreachable" | "failed" | "limited" | "gone" | "invalid";

export class CallError extends Error {
  readonly kind: FailureKind;
  /** The refused field. Empty for other failures. */
  readonly field: string;
  /** What the server says about it. Empty if nothing. */
  readonly explanation: string;

  constructor(kind: FailureKind, field = "", explanation = "") {
    super(`${kind} ${field}`.trim());
    this.kind = kind;
    this.field = field;
    this.explanation = explanation;
  }
}

/** Maximum time of a call. The server ends it after 30 seconds. */
const deadline = 35_000;
/** Pauses before the second and third attempt of a call. */
const pauses = [800, 2_400];

type Options = {
  fetch?: typeof fetch;
  pause?: (milliseconds: number) => Promise<void>;
};

/** Returns the calls for the chat with a key. Each is tried three times, unless it says otherwise. */
export function createCalls(siteKey: string, options: Options = {}): Calls {
  const pause = options.pause ?? ((time) => new Promise((done) => setTimeout(done, time)));
  const request: typeof fetch = options.fetch ?? fetch.bind(globalThis);

  async function call<T>(path: string, body: object, idempotencyKey?: string): Promise<T> {
    const text = JSON.stringify({ siteKey, ...body });
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await once(request, path, text, idempotencyKey)) as T;
      } catch (error) {
        const wait = pauses[attempt];
        if (wait === undefined || !mayRetry(error)) throw error;
        await pause(wait);
      }
    }
  }

  return {
    open: (token) => call("open", { token }),
    start: async ({ contact, ...rest }, idempotencyKey) => {
      const body = { ...rest, name: contact.name, email: contact.email || undefined };
      return (await call<{ chat: Chat }>("start", body, idempotencyKey)).chat;
    },
    send: async (token, content, idempotencyKey) =>
      (await call<{ message: Message }>("send", { token, ...content }, idempotencyKey)).message,
    listMessages: async (token, after) =>
      (await call<{ chat: Chat }>("messages", { token, after })).chat,
    updateContact: (token, { name, email }) =>
      call("contact", { token, name, email: email || undefined }),
    reportTyping: (token, hasStopped) =>
      once(request, "typing", JSON.stringify({ siteKey, token, hasStopped })),
    verify: (token, signedVisitor) => call("visitor", { token, signedVisitor }),
  };
}

function mayRetry(error: unknown): boolean {
  return error instanceof CallError && (error.kind === "unreachable" || error.kind === "failed");
}

async function once(
  request: typeof fetch,
  path: string,
  body: string,
  idempotencyKey?: string,
): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), deadline);
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (idempotencyKey) headers["idempotency-key"] = idempotencyKey;
  try {
    const response = await request(`/webChat/${path}`, {
      method: "POST",
      // The calls of a visitor have no session: a cookie would only make the server check it.
      credentials: "omit",
      cache: "no-store",
      signal: controller.signal,
      headers,
      body,
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer) return answer;
    throw toError(response.status, answer);
  } catch (error) {
    throw error instanceof CallError ? error : new CallError("unreachable");
  } finally {
    clearTimeout(timer);
  }
}

type Violations = { fieldViolations?: readonly { field?: string }[] };
type Refusal = { message?: string; details?: readonly Violations[] };

function toError(status: number, answer: unknown): CallError {
  if (status === 404) return new CallError("gone");
  if (status === 429) return new CallError("limited");
  if (status !== 400) return new CallError("failed");
  const { details = [], message } = (answer ?? {}) as Refusal;
  const violation = details.flatMap((detail) => detail.fieldViolations ?? [])[0];
  return new CallError("invalid", violation?.field, message);
}
