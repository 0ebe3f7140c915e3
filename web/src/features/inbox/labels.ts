// Copy of the list of the inbox.

import { emptyLabels } from "../../entities/conversation/empty-labels";
import { InboxAssignment, InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import { formatAge } from "../../lib/age";
import type { IconName } from "../../ui";
import type { Assigned, Channel, StateName } from "./url-state";

export const labels = {
  title: "Omnichannel",
  show: "Show",
  settings: "Inbox settings",
  routingRules: "Routing rules",
  cannedReplies: "Canned replies",
  list: "Conversations",
  channel: "Channel",
  allChannels: "All",
  search: "Search texts, emails and chats",
  searchHint: "Search",
  assignee: "Assignee",
  sort: "Sort",
  noMatches: "No matches",
  noMatchesText: (words: string) => `No conversations match “${words}”. Try the start of a word.`,
  clearFilters: "Clear filters",
  unread: "Unread",
  snoozedUntil: (time: string) => `Until ${time}`,
  yours: "Yours",
  unassigned: "Unassigned",
} as const;

/** What the keys of the list do, below it. */
export const keyHints = {
  nextPrevious: "next, previous",
  reply: "reply",
  resolve: "resolve",
} as const;

export const channelNames: Record<Exclude<Channel, "">, { label: string; icon: IconName }> = {
  text: { label: "Text", icon: "phone" },
  email: { label: "Email", icon: "mail" },
  chat: { label: "Web chat", icon: "globe" },
};

export function toChannelName(channel: InboxChannel): Exclude<Channel, ""> {
  if (channel === InboxChannel.WEB_CHAT) return "chat";
  return channel === InboxChannel.EMAIL ? "email" : "text";
}

export const stateLabels: Record<StateName, string> = {
  open: "Open",
  snoozed: "Snoozed",
  resolved: "Resolved",
  bot: "Bot",
};

export const assignedLabels: Record<Assigned, { label: string; value: InboxAssignment }> = {
  "": { label: "Any assignee", value: InboxAssignment.UNSPECIFIED },
  ours: { label: "Mine and unassigned", value: InboxAssignment.MINE_OR_UNASSIGNED },
  mine: { label: "Mine", value: InboxAssignment.MINE },
  none: { label: "Unassigned", value: InboxAssignment.UNASSIGNED },
};

export const emptyTexts: Record<StateName, { title: string; text: string }> = {
  open: {
    title: emptyLabels.caughtUp,
    text: "Conversations that need your team appear here.",
  },
  snoozed: {
    title: "Nothing snoozed",
    text: emptyLabels.snoozedText,
  },
  resolved: {
    title: "Nothing resolved",
    text: emptyLabels.resolvedText,
  },
  bot: { title: emptyLabels.noBot, text: "Conversations that the bot answers appear here." },
};

export const sortLabels = {
  "": "Newest first",
  due: "Reply due first",
  priority: "High priority only",
} as const;

/** Empty states of sort orders that leave items out. */
export const emptySortTexts = {
  due: { title: "No replies due", text: "No open conversation has a reply target." },
  priority: {
    title: "No high-priority conversations",
    text: "Set a priority under “More actions.” Emergencies start as urgent.",
  },
} as const;

/** "Reply due in 2 hr", "Reply overdue by 5 min". */
export function replyDueLabel(due: number, now: number): string {
  const minute = 60_000;
  return due > now
    ? `Reply due in ${formatAge(Math.max(minute, due - now))}`
    : `Reply overdue by ${formatAge(Math.max(minute, now - due))}`;
}
