import type { Transport } from "@connectrpc/connect";
import type { QueryClient } from "@tanstack/react-query";
import { followEvents } from "../api/events";
import { forgetTyping, noteTyping, noteVisitorTyping } from "../entities/typing/typing-users";

/** Follows the events of the signed-in user, including who is typing, until `signal` aborts. */
export function followSessionEvents(
  transport: Transport,
  client: QueryClient,
  signal: AbortSignal,
): void {
  followEvents(transport, client, signal, {
    onTyping: noteTyping,
    onVisitorTyping: noteVisitorTyping,
    onStop: forgetTyping,
  });
}
