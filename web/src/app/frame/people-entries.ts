// Users and conversations in the palette.

import { createQueryOptions, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { fullName, useSession } from "../../entities/session/session";
import { type StateName, states } from "../../features/inbox/url-state";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Conversation, Resident } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { InboxChannel, type InboxItem, InboxService } from "../../gen/parlor/v1/inbox_service_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { formatPhone, nameAndUnit } from "../../lib/names";
import { type Entry, link } from "./palette-entry";
import { useSearchWords } from "./searched-entries";

/** Maximum entries that are loaded when the palette opens. */
const pageSize = 200;
/** Maximum entries that a search adds. */
const maxFound = 20;
const stateNames = Object.keys(states) as StateName[];

/** Merges the first page with entries that only the search found. */
function merge<T extends { id: string }>(page: readonly T[] = [], found: readonly T[] = []) {
  const ids = new Set(page.map(({ id }) => id));
  return { page, more: found.filter(({ id }) => !ids.has(id)) };
}

export function useUserEntries(words: string): Entry[] {
  const enabled = useSession().may(Screen.ADMIN);
  const query = useSearchWords(words);
  const list = UserService.method.listUsers;
  const all = useQuery(list, { limit: pageSize }, { enabled });
  const isSearched = enabled && query !== "" && all.data?.nextPageToken !== "";
  const found = useQuery(list, { limit: maxFound, query }, { enabled: isSearched });
  const toEntry = (user: User): Entry => ({
    id: user.id,
    title: fullName(user),
    text: user.email,
    to: link(Screen.ADMIN, { section: "users", open: user.id }),
    icon: "persona",
  });
  const { page, more } = merge(all.data?.users, isSearched ? found.data?.users : []);
  return [...page.map(toEntry), ...more.map((user) => ({ ...toEntry(user), foundBy: query }))];
}

function residentTitle(resident: Resident | undefined, phone: string): string {
  return nameAndUnit(resident?.name || formatPhone(phone), resident?.unit);
}

function useConversations(words: string, enabled: boolean): Entry[] {
  const query = useSearchWords(words);
  const list = ConversationService.method.listConversations;
  const all = useQuery(list, { limit: pageSize }, { enabled });
  const isSearched = enabled && query !== "";
  const found = useQuery(list, { limit: maxFound, query }, { enabled: isSearched });
  const toEntry = (one: Conversation): Entry => ({
    id: one.id,
    title: residentTitle(one.resident, one.phone),
    text: one.preview,
    to: link(Screen.MESSAGES, { id: one.id }),
    icon: "threads",
  });
  const { page, more } = merge(
    all.data?.conversations,
    isSearched ? found.data?.conversations : [],
  );
  return [...page.map(toEntry), ...more.map((one) => ({ ...toEntry(one), foundBy: query }))];
}

function useEscalations(enabled: boolean): Entry[] {
  const { data } = useQuery(
    EscalationService.method.listEscalations,
    { limit: pageSize },
    { enabled },
  );
  return (data?.escalations ?? []).map((one) => ({
    id: one.id,
    title: residentTitle(one.resident, one.phone),
    text: one.question,
    to: link(Screen.ESCALATIONS, { id: one.id }),
    icon: "threads",
  }));
}

function toInboxEntry(one: InboxItem): Entry {
  const { conversationId, emailThreadId, name, phone, email, unit, subject, preview } = one;
  const state = stateNames.find((stateName) => states[stateName] === one.state) ?? "open";
  return {
    id: conversationId || emailThreadId,
    title: nameAndUnit(name || formatPhone(phone) || email, unit),
    text: subject || preview,
    to: link(Screen.OMNICHANNEL, {
      ...(state === "open" ? {} : { state }),
      ...(conversationId ? { text: conversationId } : { email: emailThreadId }),
    }),
    icon: conversationId ? "threads" : "mail",
  };
}

/** Conversations and email threads of the inbox: the open ones, and a search in every state. */
function useInboxItems(words: string, channel: InboxChannel, enabled: boolean): Entry[] {
  const transport = useTransport();
  const query = useSearchWords(words);
  const list = InboxService.method.listInboxItems;
  const open = useQuery(list, { limit: pageSize, channel }, { enabled });
  const searched = enabled && query !== "" ? stateNames : [];
  const found = useQueries({
    queries: searched.map((name) =>
      createQueryOptions(
        list,
        { limit: maxFound, channel, query, state: states[name] },
        { transport },
      ),
    ),
  });
  const { page, more } = merge(
    open.data?.items.map(toInboxEntry),
    found.flatMap(({ data }) => (data?.items ?? []).map(toInboxEntry)),
  );
  return [...page, ...more.map((entry) => ({ ...entry, foundBy: query }))];
}

/**
 * Text conversations and email threads. A user without either screen finds open escalations
 * instead.
 */
export function useConversationEntries(words: string): Entry[] {
  const { may } = useSession();
  const [hasMessages, hasInbox] = [may(Screen.MESSAGES), may(Screen.OMNICHANNEL)];
  const conversations = useConversations(words, hasMessages);
  // The conversations screen already provides texts.
  const channel = hasMessages ? InboxChannel.EMAIL : InboxChannel.UNSPECIFIED;
  const inbox = useInboxItems(words, channel, hasInbox);
  const escalations = useEscalations(!hasMessages && !hasInbox && may(Screen.ESCALATIONS));
  return [...conversations, ...inbox, ...escalations];
}
