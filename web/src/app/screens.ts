// The screens that exist so far, and where the menu shows them. Paths, titles and
// conditions are the contract's.

import { DashboardOption, Fact, Screen } from "../gen/parlor/options/v1/screen_pb";
import type { Standing } from "../gen/parlor/v1/user_pb";
import { isRestricted, mayOpen, ruleOf, screens } from "../rpc/access";
import type { IconName } from "../ui";

/** What is still to be built: not offered to anybody, and its paths are not found. */
export const notYetBuilt = [
  Screen.WRITING_ASSISTANT,
  Screen.WEB_CHAT,
  Screen.TEXT_BLAST,
  Screen.SERVICE_REQUEST_MAIN,
  Screen.SERVICE_REQUEST_CREATE,
  Screen.SERVICE_REQUEST,
  Screen.SERVICE_REQUEST_PENDING,
  Screen.SERVICE_REQUEST_APPROVED,
  Screen.SERVICE_REQUEST_MAIN_UPDATED,
  Screen.REPORTING,
  Screen.OMNICHANNEL,
  Screen.EMAIL,
  Screen.ASSISTANTS,
] as const;

type Known = Exclude<(typeof Screen)[keyof typeof Screen], typeof Screen.UNSPECIFIED>;

/** A screen that has a page. */
export type Built = Exclude<Known, (typeof notYetBuilt)[number]>;

export function isBuilt(screen: Screen): screen is Built {
  return !(notYetBuilt as readonly Screen[]).includes(screen);
}

export const built: readonly Built[] = screens.filter(isBuilt);

/** The built screens that a person may open. */
export function openTo(standing: Standing): Screen[] {
  return built.filter((screen) => mayOpen(screen, standing));
}

export function pathOf(screen: Screen): string {
  return ruleOf(screen).path;
}

export function titleOf(screen: Screen, standing?: Standing): string {
  const rule = ruleOf(screen);
  return (standing && isRestricted(standing) && rule.restrictedTitle) || rule.title;
}

/** /answers is a test window where the company hides its answers. */
export function hidesAnswers(standing: Standing): boolean {
  return standing.options.includes(DashboardOption.HIDE_ANSWERS);
}

/** Where `/` leads: the restricted view to the blaster, or to the profile while there is none. */
export function homeOf(standing: Standing): Screen {
  if (isRestricted(standing))
    return isBuilt(Screen.TEXT_BLAST) ? Screen.TEXT_BLAST : Screen.PROFILE;
  return standing.facts.includes(Fact.V3_ON) ? Screen.TURBO : Screen.ANSWERS;
}

export type MenuItem = { screen: Screen; icon: IconName };
export type MenuGroup = { title: string; items: readonly MenuItem[] };

const groups: readonly MenuGroup[] = [
  {
    title: "Answering",
    items: [
      { screen: Screen.TURBO, icon: "door" },
      { screen: Screen.ESCALATIONS, icon: "bell" },
      { screen: Screen.MESSAGES, icon: "threads" },
      { screen: Screen.ANSWERS, icon: "book" },
      { screen: Screen.TEST_WINDOW, icon: "phone" },
      { screen: Screen.KNOWLEDGE_BASE_MANAGEMENT, icon: "tree" },
    ],
  },
  {
    title: "Reaching out",
    items: [
      { screen: Screen.TEXT_BLAST, icon: "send-many" },
      { screen: Screen.WEB_CHAT, icon: "globe" },
      { screen: Screen.OMNICHANNEL, icon: "inbox" },
      { screen: Screen.EMAIL, icon: "mail" },
    ],
  },
  {
    title: "Paperwork",
    items: [
      { screen: Screen.WRITING_ASSISTANT, icon: "pen" },
      { screen: Screen.ASSISTANTS, icon: "tray" },
      { screen: Screen.SERVICE_REQUEST_MAIN, icon: "wrench" },
    ],
  },
  {
    title: "House",
    items: [
      { screen: Screen.REPORTING, icon: "chart" },
      { screen: Screen.PLAYGROUND, icon: "flask" },
      { screen: Screen.ADMIN, icon: "keys" },
    ],
  },
];

/** The side menu of a person: groups without any item are not there. */
export function menuOf(standing: Standing): MenuGroup[] {
  const open = openTo(standing);
  return groups
    .map(({ title, items }) => ({
      title,
      items: items.filter((item) => open.includes(item.screen)),
    }))
    .filter((group) => group.items.length > 0);
}
