// The screens' place in the menu. Paths, titles and conditions come from the contract.

import { canOpen, isRestricted, screenRule, screens } from "../entities/session/screen-access";
import { Entitlement, Screen } from "../gen/parlor/options/v1/screen_pb";
import type { Entitlements } from "../gen/parlor/v1/user_pb";
import type { IconName } from "../ui";
import { labels } from "./labels";

/** The screens that the user may open. */
export function openScreens(entitlements: Entitlements): Screen[] {
  return screens.filter((screen) => canOpen(screen, entitlements));
}

export function screenPath(screen: Screen): string {
  return screenRule(screen).path;
}

export function screenTitle(screen: Screen, entitlements?: Entitlements): string {
  const rule = screenRule(screen);
  return (entitlements && isRestricted(entitlements) && rule.restrictedTitle) || rule.title;
}

/** The screen with the answers of a community; undefined if the user has none. */
export function answersScreen(entitlements: Entitlements): Screen | undefined {
  return [Screen.TURBO, Screen.ANSWERS].find((screen) => canOpen(screen, entitlements));
}

/** The screen at `/`. It is the text blasts in the restricted view. */
export function homeScreen(entitlements: Entitlements): Screen {
  if (isRestricted(entitlements)) return Screen.TEXT_BLAST;
  if (entitlements.granted.includes(Entitlement.V3_ON)) return Screen.TURBO;
  return canOpen(Screen.HIDDEN_ANSWERS, entitlements) ? Screen.HIDDEN_ANSWERS : Screen.ANSWERS;
}

export type MenuItem = {
  screen: Screen;
  icon: IconName;
  /** Screens without an item of their own, during which this one is marked. */
  parts?: readonly Screen[];
};
export type MenuGroup = { title: string; items: readonly MenuItem[] };

const serviceRequestParts: readonly Screen[] = [
  Screen.SERVICE_REQUEST_MAIN_UPDATED,
  Screen.SERVICE_REQUEST_PENDING,
  Screen.SERVICE_REQUEST_APPROVED,
  Screen.SERVICE_REQUEST_CREATE,
  Screen.SERVICE_REQUEST,
];

const groups: readonly MenuGroup[] = [
  {
    title: labels.answering,
    items: [
      { screen: Screen.TURBO, icon: "door" },
      { screen: Screen.ESCALATIONS, icon: "bell" },
      { screen: Screen.MESSAGES, icon: "threads" },
      { screen: Screen.ANSWERS, icon: "book" },
      { screen: Screen.HIDDEN_ANSWERS, icon: "book" },
      { screen: Screen.TEST_WINDOW, icon: "phone" },
      { screen: Screen.KNOWLEDGE_BASE_MANAGEMENT, icon: "tree" },
    ],
  },
  {
    title: labels.outreach,
    items: [
      { screen: Screen.TEXT_BLAST, icon: "send-many" },
      { screen: Screen.WEB_CHAT, icon: "globe" },
      { screen: Screen.OMNICHANNEL, icon: "inbox" },
      { screen: Screen.EMAIL, icon: "mail" },
    ],
  },
  {
    title: labels.documents,
    items: [
      { screen: Screen.WRITING_ASSISTANT, icon: "pen" },
      { screen: Screen.ASSISTANTS, icon: "tray" },
      { screen: Screen.SERVICE_REQUEST_MAIN, icon: "wrench", parts: serviceRequestParts },
    ],
  },
  {
    title: labels.admin,
    items: [
      { screen: Screen.REPORTING, icon: "chart" },
      { screen: Screen.PLAYGROUND, icon: "flask" },
      { screen: Screen.ADMIN, icon: "keys" },
    ],
  },
];

/** The side menu of the user, without empty groups. */
export function toMenu(entitlements: Entitlements): MenuGroup[] {
  const open = openScreens(entitlements);
  return groups
    .map(({ title, items }) => ({
      title,
      items: items.filter((item) => open.includes(item.screen)),
    }))
    .filter((group) => group.items.length > 0);
}
