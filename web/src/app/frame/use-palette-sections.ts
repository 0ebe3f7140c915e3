// The sections of the palette, limited to what the user may see. The first page of each list loads
// when the palette opens; the rest is searched on the server as the user types.

import { useCommunities } from "../../entities/community/use-communities";
import { isPlatformAdmin } from "../../entities/session/impersonation";
import { useSession } from "../../entities/session/session";
import { openSections } from "../../features/admin/sections";
import { Screen } from "../../gen/parlor/options/v1/screen_pb";
import { answersScreen, screenPath, screenTitle, toMenu } from "../screens";
import { labels } from "./labels";
import { type Entry, link, type Section } from "./palette-entry";
import { paletteLabels } from "./palette-labels";
import { useConversationEntries, useUserEntries } from "./people-entries";
import { useAnswerEntries, useHomeownerEntries } from "./searched-entries";

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

function useActionEntries(): Entry[] {
  const { may } = useSession();
  const on = (screen: Screen, entry: Entry) => (may(screen) ? [entry] : []);
  const admin = (section: string) => link(Screen.ADMIN, { section, new: "yes" });
  return [
    ...on(Screen.TURBO, {
      id: "add-answer",
      title: paletteLabels.addAnswer,
      to: link(Screen.TURBO, { answer: "new" }),
      icon: "plus",
    }),
    ...on(Screen.ADMIN, {
      id: "invite-user",
      title: paletteLabels.inviteUser,
      to: admin("users"),
      icon: "plus",
    }),
    ...on(Screen.ADMIN, {
      id: "new-community",
      title: paletteLabels.newCommunity,
      to: admin("communities"),
      icon: "plus",
    }),
    { id: "shortcuts", title: labels.showShortcuts, command: "shortcuts", icon: "help" },
    { id: "logout", title: paletteLabels.logOut, command: "logout", icon: "leave" },
  ];
}

function useAdminEntries(): Entry[] {
  const { may, entitlements } = useSession();
  if (!may(Screen.ADMIN)) return [];
  return openSections(isPlatformAdmin(entitlements)).map(({ id, title }) => ({
    id: `admin-${id}`,
    title,
    text: paletteLabels.administration,
    to: link(Screen.ADMIN, { section: id }),
    icon: "keys",
  }));
}

function useCommunityEntries(): Entry[] {
  const screen = answersScreen(useSession().entitlements);
  const { data = [] } = useCommunities(screen !== undefined);
  if (!screen) return [];
  return data.map(({ id, label }) => ({
    id,
    title: label,
    community: id,
    to: link(screen, { community: id }),
  }));
}

export function usePaletteSections(words: string): Section[] {
  const sections: Section[] = [
    { id: "screens", title: labels.screens, entries: useScreenEntries() },
    { id: "actions", title: paletteLabels.actions, entries: useActionEntries() },
    { id: "admin", title: paletteLabels.administration, entries: useAdminEntries() },
    { id: "communities", title: paletteLabels.communities, entries: useCommunityEntries() },
    { id: "people", title: paletteLabels.people, entries: useUserEntries(words) },
    { id: "homeowners", title: paletteLabels.homeowners, entries: useHomeownerEntries(words) },
    {
      id: "conversations",
      title: paletteLabels.conversations,
      entries: useConversationEntries(words),
    },
    { id: "answers", title: paletteLabels.answers, entries: useAnswerEntries(words) },
  ];
  return sections.filter((section) => section.entries.length > 0);
}
