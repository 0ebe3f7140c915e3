// The messages between the chat in its frame and the script in the website.
import type { SignedVisitor } from "./signed-visitor";

/** Marks the messages of the chat among those of other scripts. */
const source = "parlor-chat";

export type FromFrame =
  /** The frame can receive messages. */
  | { type: "loaded" }
  /** The chat can be shown. */
  | { type: "ready"; title: string; color: string; isOnLeft: boolean; isExpanded: boolean }
  | { type: "unread"; count: number }
  /** The visitor closed the chat. */
  | { type: "minimize" };

/** A visitor as the attributes of the script say. */
export type GivenVisitor = Partial<SignedVisitor>;

export type FromHost =
  /** The frame may begin. `page` is the address of the website's page, and `visitor` who is signed in there. */
  | { type: "begin"; page: string; visitor?: GivenVisitor | undefined }
  | { type: "expanded"; hasFocus: boolean }
  | { type: "minimized" };

export function wrap(message: FromFrame | FromHost): object {
  return { source, message };
}

export function unwrap<T extends FromFrame | FromHost>(data: unknown): T | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { source: from, message } = data as { source?: unknown; message?: T };
  return from === source ? message : undefined;
}
