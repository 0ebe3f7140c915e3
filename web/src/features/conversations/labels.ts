// Copy of the list of conversations.

import type { StateName } from "./url-state";

export const labels = {
  title: "Conversations",
  show: "Show",
  allStates: "All",
  search: "Search messages",
  assignee: "Assignee",
  anyAssignee: "Any assignee",
  mine: (count: string) => `Mine (${count})`,
  unread: "unread",
  optedOut: "Opted out",
} as const;

/** In the order of the filter. */
export const stateLabels: Record<StateName, string> = {
  open: "Open",
  bot: "Bot",
  snoozed: "Snoozed",
  resolved: "Resolved",
};

/** What the keys of the list do, below it. */
export const keyHints = {
  nextPrevious: "next, previous",
  reply: "reply",
  resolve: "resolve",
  all: "all",
} as const;
