// What the palette finds: screens, communities, people and conversations, as far as the
// person may see them. All of it is read when the palette is opened.

import { useQuery } from "@connectrpc/connect-query";
import { useCommunities } from "../../entities/community/use-communities";
import { fullName, useSession } from "../../entities/session/session";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import type { Resident } from "../../gen/parlor/v1/conversation_pb";
import { ConversationService } from "../../gen/parlor/v1/conversation_service_pb";
import { EscalationService } from "../../gen/parlor/v1/escalation_service_pb";
import { UserService } from "../../gen/parlor/v1/user_service_pb";
import { formatPhone } from "../../lib/names";
import type { IconName } from "../../ui";
import { screenPath, screenTitle, toMenu } from "../screens";

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
  return `${screenPath(screen)}?${new URLSearchParams(search)}`;
}

function useScreenEntries(): Entry[] {
  const { entitlements } = useSession();
  const inMenu = toMenu(entitlements).flatMap((group) => group.items);
  return [...inMenu, { screen: Screen.PROFILE, icon: "persona" as const }].map(
    ({ screen, icon }) => ({
      id: screenPath(screen),
      title: screenTitle(screen, entitlements),
      to: screenPath(screen),
      icon,
    }),
  );
}

function useCommunityEntries(): Entry[] {
  const { may } = useSession();
  const { data = [] } = useCommunities(may(Screen.TURBO));
  return data.map(({ id, label }) => ({
    id,
    title: label,
    community: id,
    to: link(Screen.TURBO, { community: id }),
  }));
}

function useUserEntries(): Entry[] {
  const enabled = useSession().may(Screen.ADMIN);
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
  return [resident?.name || formatPhone(phone), resident?.unit].filter(Boolean).join(", ");
}

/** Where there is no screen for conversations, those that wait for an answer have one. */
function useConversationEntries(): Entry[] {
  const { may } = useSession();
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

export function usePaletteSections(): Section[] {
  const sections: Section[] = [
    { id: "screens", title: "Screens", entries: useScreenEntries() },
    { id: "communities", title: "Communities", entries: useCommunityEntries() },
    { id: "people", title: "People", entries: useUserEntries() },
    { id: "conversations", title: "Conversations", entries: useConversationEntries() },
  ];
  return sections.filter((section) => section.entries.length > 0);
}
