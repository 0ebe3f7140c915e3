// Users and conversations in the palette.

import { createQueryOptions, useQuery, useTransport } from "@connectrpc/connect-query";
import { useQueries } from "@tanstack/react-query";
import { fullName, useSession } from "../../entities/session/session";
import { visitorLabel } from "../../entities/web-chat/labels";
import { itemId, type StateName, states } from "../../features/inbox/url-state";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Conversation, Resident } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { InboxChannel, type InboxItem, InboxService } from "../../gen/parlor/v1/inbox_service_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { formatPhone, nameAndUnit } from "../../lib/names";
import type { IconName } from "../../ui";
import { type Entry, link } from "./palette-entry";
import { useSearchWords } from "./searched-entries";

/** Maximum entries that are loaded when the palette opens. */
const pageSize = 200;
/** Maximum entries that a search adds. */
const maxFound = 20;
const stateNames = Object.keys(states) as StateName[];

/**
 * Merges the first page with what the search found. Both may have the same entry, and the server may
 * have found it by text that is not shown.
 */
function merge(page: readonly Entry[] = [], found: readonly Entry[] = [], foundBy = ""): Entry[] {
  const pageIds = new Set(page.map(({ id }) => id));
  const foundIds = new Set(found.map(({ id }) => id));
  return [...page, ...found.filter(({ id }) => !pageIds.has(id))].map((entry) =>
    foundIds.has(entry.id) ? { ...entry, foundBy } : entry,
  );
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
  const more = isSearched ? found.data?.users.map(toEntry) : [];
  return merge(all.data?.users.map(toEntry), more, query);
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
  const more = isSearched ? found.data?.conversations.map(toEntry) : [];
  return merge(all.data?.conversations.map(toEntry), more, query);
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

/** The icon of each channel, and the parameter of the inbox that opens an item. */
const channels: Record<InboxChannel, { icon: IconName; param: string }> = {
  [InboxChannel.UNSPECIFIED]: { icon: "threads", param: "text" },
  [InboxChannel.TEXT]: { icon: "threads", param: "text" },
  [InboxChannel.EMAIL]: { icon: "mail", param: "email" },
  [InboxChannel.WEB_CHAT]: { icon: "globe", param: "chat" },
};

function toInboxEntry(one: InboxItem): Entry {
  const { channel, name, phone, email, unit, subject, preview } = one;
  const state = stateNames.find((stateName) => states[stateName] === one.state) ?? "open";
  const { icon, param } = channels[channel] ?? channels[InboxChannel.UNSPECIFIED];
  const id = itemId(one);
  return {
    id,
    title: nameAndUnit(name || formatPhone(phone) || visitorLabel({ name, email }), unit),
    text: subject || preview,
    to: link(Screen.OMNICHANNEL, { ...(state === "open" ? {} : { state }), [param]: id }),
    icon,
  };
}

/** Items of the inbox: the open ones, and a search in every state. */
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
  return merge(
    open.data?.items.map(toInboxEntry),
    found.flatMap(({ data }) => (data?.items ?? []).map(toInboxEntry)),
    query,
  );
}

/**
 * Text conversations, email threads and web chats. A user without either screen finds open escalations
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
