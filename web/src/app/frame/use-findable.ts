// What the palette finds: screens, communities, people and conversations, as far as the
// person may see them. All of it is read when the palette is opened.

import { useQuery } from "@connectrpc/connect-query";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Resident } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { phoneWords } from "../../lib/names";
import { useCommunities } from "../../rpc/communities";
import { fullName, useCurrent } from "../../rpc/current";
import type { IconName } from "../../ui";
import { menuOf, pathOf, titleOf } from "../screens";

export type Entry = {
  id: string;
  title: string;
  /** What stands behind the title, and is searched as well. */
  text?: string;
  to: string;
  icon?: IconName;
  /** Selected on the way. */
  community?: string;
};

export type Section = { id: string; title: string; entries: Entry[] };

const most = 200;

function link(screen: Screen, search: Record<string, string>): string {
  return `${pathOf(screen)}?${new URLSearchParams(search)}`;
}

function useScreens(): Entry[] {
  const { standing } = useCurrent();
  const inMenu = menuOf(standing).flatMap((group) => group.items);
  return [...inMenu, { screen: Screen.PROFILE, icon: "persona" as const }].map(
    ({ screen, icon }) => ({
      id: pathOf(screen),
      title: titleOf(screen, standing),
      to: pathOf(screen),
      icon,
    }),
  );
}

function useDoors(): Entry[] {
  const { may } = useCurrent();
  const { data = [] } = useCommunities(may(Screen.TURBO));
  return data.map(({ id, label }) => ({
    id,
    title: label,
    community: id,
    to: link(Screen.TURBO, { community: id }),
  }));
}

function usePeople(): Entry[] {
  const enabled = useCurrent().may(Screen.ADMIN);
  const { data } = useQuery(UserService.method.listUsers, { limit: most }, { enabled });
  return (data?.users ?? []).map((user) => ({
    id: user.id,
    title: fullName(user),
    text: user.email,
    to: link(Screen.ADMIN, { section: "people", search: user.email }),
    icon: "persona",
  }));
}

function residentName(resident: Resident | undefined, phone: string): string {
  return [resident?.name || phoneWords(phone), resident?.unit].filter(Boolean).join(", ");
}

/** Where there is no screen for conversations, those that wait for an answer have one. */
function useConversations(): Entry[] {
  const { may } = useCurrent();
  const all = may(Screen.MESSAGES);
  const waiting = !all && may(Screen.ESCALATIONS);
  const conversations = useQuery(
    ConversationService.method.listConversations,
    { limit: most },
    { enabled: all },
  );
  const escalations = useQuery(
    EscalationService.method.listEscalations,
    { limit: most },
    { enabled: waiting },
  );
  if (all) {
    return (conversations.data?.conversations ?? []).map((one) => ({
      id: one.id,
      title: residentName(one.resident, one.phone),
      text: one.preview,
      to: link(Screen.MESSAGES, { id: one.id }),
      icon: "threads",
    }));
  }
  return (escalations.data?.escalations ?? []).map((one) => ({
    id: one.id,
    title: residentName(one.resident, one.phone),
    text: one.question,
    to: link(Screen.ESCALATIONS, { id: one.id }),
    icon: "threads",
  }));
}

export function useFindable(): Section[] {
  const sections: Section[] = [
    { id: "screens", title: "Screens", entries: useScreens() },
    { id: "communities", title: "Communities", entries: useDoors() },
    { id: "people", title: "People", entries: usePeople() },
    { id: "conversations", title: "Conversations", entries: useConversations() },
  ];
  return sections.filter((section) => section.entries.length > 0);
}
