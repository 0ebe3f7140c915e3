// Users and conversations in the palette.

import { useQuery } from "@connectrpc/connect-query";
import { fullName, useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Conversation, Resident } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { formatPhone } from "../../lib/names";
import { type Entry, link } from "./palette-entry";
import { useSearchWords } from "./searched-entries";

/** Maximum entries that are read when the palette opens. */
const pageSize = 200;
/** Maximum entries that a search adds. */
const maxFound = 20;

/** The entries of a page, then those that only the search found. */
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

function residentName(resident: Resident | undefined, phone: string): string {
  return [resident?.name || formatPhone(phone), resident?.unit].filter(Boolean).join(", ");
}

function useConversations(words: string, enabled: boolean): Entry[] {
  const query = useSearchWords(words);
  const list = ConversationService.method.listConversations;
  const all = useQuery(list, { limit: pageSize }, { enabled });
  const isSearched = enabled && query !== "";
  const found = useQuery(list, { limit: maxFound, query }, { enabled: isSearched });
  const toEntry = (one: Conversation): Entry => ({
    id: one.id,
    title: residentName(one.resident, one.phone),
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
    title: residentName(one.resident, one.phone),
    text: one.question,
    to: link(Screen.ESCALATIONS, { id: one.id }),
    icon: "threads",
  }));
}

/** Conversations, or open escalations for a user without the screen of conversations. */
export function useConversationEntries(words: string): Entry[] {
  const { may } = useSession();
  const all = may(Screen.MESSAGES);
  const conversations = useConversations(words, all);
  const escalations = useEscalations(!all && may(Screen.ESCALATIONS));
  return all ? conversations : escalations;
}
