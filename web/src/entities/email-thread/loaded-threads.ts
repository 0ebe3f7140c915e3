// The loaded email threads. They show a change of this user before they are refetched.

import { createConnectQueryKey } from "@connectrpc/connect-query";
import type { QueryClient } from "@tanstack/react-query";
import {
  type EmailMessage,
  EmailStatus,
  type EmailThread,
} from "../../gen/parlor/v1/email_thread_pb";
import {
  EmailThreadService,
  type GetEmailThreadResponse,
} from "../../gen/parlor/v1/email_thread_service_pb";
import { type ListMailboxesResponse, MailboxService } from "../../gen/parlor/v1/mailbox_service_pb";

const threadsFilter = {
  queryKey: createConnectQueryKey({
    schema: EmailThreadService.method.getEmailThread,
    cardinality: "finite",
  }),
};
const mailboxesFilter = {
  queryKey: createConnectQueryKey({
    schema: MailboxService.method.listMailboxes,
    cardinality: "finite",
  }),
};

/** `change` returns undefined for other threads, which stay as they are. */
function changeThreads(
  client: QueryClient,
  change: (loaded: GetEmailThreadResponse) => GetEmailThreadResponse | undefined,
): void {
  client.setQueriesData<GetEmailThreadResponse>(
    threadsFilter,
    (loaded) => loaded && change(loaded),
  );
}

export function showThread(client: QueryClient, thread: EmailThread): void {
  changeThreads(client, (loaded) =>
    loaded.thread?.id === thread.id ? { ...loaded, thread } : undefined,
  );
}

/** Shows an email of this user as the draft of its thread, or among its emails once it is sent. */
export function showEmail(client: QueryClient, message: EmailMessage): void {
  const isThis = ({ id }: EmailMessage) => id === message.id;
  changeThreads(client, (loaded) => {
    if (!loaded.thread || loaded.thread.id !== message.threadId) return undefined;
    const others = loaded.messages.filter((other) => !isThis(other));
    if (message.status === EmailStatus.DRAFT)
      return { ...loaded, draft: message, messages: others };
    const draft = loaded.draft && isThis(loaded.draft) ? undefined : loaded.draft;
    // Newest first.
    return { ...loaded, draft, messages: [message, ...others] };
  });
}

/** Hides a discarded email, which was the draft of its thread or was to be sent. */
export function hideEmail(client: QueryClient, id: string): void {
  changeThreads(client, (loaded) => {
    const draft = loaded.draft?.id === id ? undefined : loaded.draft;
    const messages = loaded.messages.filter((message) => message.id !== id);
    const isHere = draft !== loaded.draft || messages.length < loaded.messages.length;
    return isHere ? { ...loaded, draft, messages } : undefined;
  });
}

/** Returns the community of a loaded thread; empty if it is unknown. */
export function communityOfThread(client: QueryClient, id: string): string {
  const loaded = client.getQueriesData<GetEmailThreadResponse>(threadsFilter);
  return loaded.find(([, page]) => page?.thread?.id === id)?.[1]?.thread?.communityId ?? "";
}

/** Returns the community of a loaded mailbox; empty if it is unknown. */
export function communityOfMailbox(client: QueryClient, id: string): string {
  const loaded = client.getQueriesData<ListMailboxesResponse>(mailboxesFilter);
  const mailboxes = loaded.flatMap(([, response]) => response?.mailboxes ?? []);
  return mailboxes.find((mailbox) => mailbox.id === id)?.communityId ?? "";
}
