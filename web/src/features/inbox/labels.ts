// Copy of the inbox.

import { InboxAssignment, InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import { type Macro, MacroStatus } from "../../gen/parlor/v1/macro_service_pb";
import { RoutingHours, type RoutingRule } from "../../gen/parlor/v1/routing_rule_service_pb";
import { formatAge } from "../../lib/age";
import type { IconName } from "../../ui";
import type { Assigned, Channel, StateName } from "./url-state";

export const labels = {
  title: "Omnichannel",
  list: "Conversations",
  search: "Search texts and emails",
  person: "Person",
  back: "Back",
  choose: "Choose a conversation",
  chooseText: "Select a text or an email from the list to read it here.",
  cannedReplies: "Canned replies",
  manage: "Manage canned replies",
  newReply: "New canned reply",
  editReply: "Edit canned reply",
  saveReply: "Save reply",
  replyTitle: "Title",
  shortcut: "Shortcut, without the slash",
  replyText: "Text",
  noReplies: "No canned replies yet. Write one that your team can insert by typing /.",
  noMatch: "No canned reply matches.",
  fields:
    "{{first_name}}, {{unit}}, {{community_name}} and {{staff_name}} are filled in when you insert it.",
  insert: "insert",
  enter: "Enter",
  replaceBeforeSend: (blank: string) => `Replace ${blank} before you send this.`,
  cannedReplyDeleted: "Canned reply deleted.",
  edit: (title: string) => `Edit ${title}`,
  delete: (title: string) => `Delete ${title}`,
  cannedReplySaved: "Canned reply saved.",
  loading: "Loading",
  channel: "Channel",
  all: "All",
  searchExample: "Search",
  assignee: "Assignee",
  sort: "Sort",
  testTraffic: "Test traffic",
  noMatches: "No matches",
  noTextsEmailsMatch: (words: string) =>
    `No texts or emails match “${words}”. Try the start of a word.`,
  clearFilters: "Clear filters",
  couldntLoadConversations: "Couldn't load conversations",
  loadingConversations: "Loading conversations",
  until: (dateTime: string) => `Until ${dateTime}`,
  botIsAnswering: "Bot is answering",
  yours: "Yours",
  unassigned: "Unassigned",
  unread: "Unread",
  noMessagesYet: "No messages yet",
  resolve: "Resolve",
  snooze: "Snooze",
  macroDeleted: "Macro deleted.",
  edit2: (name: string) => `Edit ${name}`,
  delete2: (name: string) => `Delete ${name}`,
  macroSaved: "Macro saved.",
  nobodyElse: "Nobody else",
  leaveAsItIs: "Leave as it is",
  show: "Show",
  nextPrevious: "next, previous",
  reply: "reply",
  resolveText: "resolve",
  about: (name: string) => `About ${name}`,
  conversation: "Conversation",
  reach: "Reach",
  optedOut: "Opted out",
  textsAllowed: "Texts allowed",
  openRequests: "Open requests",
  none: "None",
  balance: "Balance",
  inCollections: "In collections",
  otherConversations: "Other conversations",
  replyTargetsSaved: "Reply targets saved.",
  replyBy: "Reply by",
  channelOfTheReply: "Channel of the reply",
  routingRuleDeleted: "Routing rule deleted.",
  routingRuleSaved: "Routing rule saved.",
  texts: "Texts",
  emails: "Emails",
  duringOfficeHours: "During office hours",
  outsideOfficeHours: "Outside office hours",
  textsAndEmails: "Texts and emails",
  allCommunities: "All communities",
  atAnyTime: "At any time",
  mergeWith: (name: string) => `Merge with ${name}`,
  couldntRun: (name: string) => `Couldn't run “${name}”.`,
  ran: (name: string) => `Ran “${name}”.`,
} as const;

export const channelNames: Record<Exclude<Channel, "">, { label: string; icon: IconName }> = {
  text: { label: "Text", icon: "phone" },
  email: { label: "Email", icon: "mail" },
};

export function toChannelName(channel: InboxChannel): Exclude<Channel, ""> {
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

export const testLabels = { "": "Without tests", show: "With tests", only: "Tests only" } as const;

export const emptyTexts: Record<StateName, { title: string; text: string }> = {
  open: {
    title: "You're all caught up",
    text: "Texts and emails that need your team appear here.",
  },
  snoozed: {
    title: "Nothing snoozed",
    text: "Snoozed conversations return at the time you choose or with the next message.",
  },
  resolved: {
    title: "Nothing resolved",
    text: "Resolved conversations appear here. A new message reopens them.",
  },
  bot: { title: "No bot conversations", text: "Texts that the bot answers appear here." },
};

export const macroLabels = {
  title: "Macros",
  manage: "Manage macros",
  create: "New macro",
  edit: "Edit macro",
  save: "Save macro",
  none: "No macros yet. A macro assigns, replies and resolves with one press.",
  name: "Name",
  assignsToSelf: "Assign to the person who runs it",
  assignee: "Assign emails to",
  assigneeHint: "Texts can only be assigned to the person who runs the macro.",
  reply: "Reply",
  priority: "Priority",
  status: "Status",
  snoozeHours: "Hours to snooze",
  fields:
    "{{first_name}}, {{unit}}, {{community_name}} and {{staff_name}} are filled in when it runs.",
  emailsOnly: "Emails only",
  unknown: (blank: string) => `Its reply needs a ${blank} that isn't known here.`,
} as const;

/** "Assigns to you, replies and resolves". */
export function stepsLabel({ steps, assigneeName }: Macro): string {
  const done = [
    steps?.assignsToSelf ? "assigns to you" : assigneeName ? `assigns to ${assigneeName}` : "",
    steps?.priority ? "sets the priority" : "",
    steps?.reply ? "replies" : "",
    steps?.status === MacroStatus.RESOLVED ? "resolves" : "",
    steps?.status === MacroStatus.SNOOZED ? `snoozes for ${steps.snoozeHours} h` : "",
  ].filter(Boolean);
  const words = new Intl.ListFormat("en").format(done);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const routingLabels = {
  title: "Routing rules",
  create: "New routing rule",
  edit: "Edit routing rule",
  save: "Save rule",
  hint: "When an unassigned conversation needs a reply, the first matching rule assigns it.",
  readOnly:
    "The first matching rule assigns conversations that need a reply. Only administrators can edit rules.",
  none: "No routing rules yet. Conversations stay unassigned until someone takes them.",
  name: "Name",
  channel: "Channel",
  community: "Community",
  category: "Category of the question",
  categoryHint: "Such as Parking. Leave blank for all categories.",
  hours: "Time",
  assignees: "Assign to",
  assigneesHint:
    "If you choose several people, the one with the fewest open conversations is assigned.",
} as const;

export function toUserName(name: string | undefined): string {
  return name || "a deleted user";
}

/** "Emails, Harbor Row, outside office hours → Dana Okafor". */
export function conditionLabel(rule: RoutingRule): string {
  const { channel, category, hours } = rule.condition ?? {};
  const conditions = [
    channel === InboxChannel.TEXT ? "texts" : channel === InboxChannel.EMAIL ? "emails" : "",
    rule.communityLabel,
    category ? `about ${category}` : "",
    hours === RoutingHours.INSIDE ? "during office hours" : "",
    hours === RoutingHours.OUTSIDE ? "outside office hours" : "",
  ].filter(Boolean);
  const words = conditions.join(", ") || "everything";
  const names = rule.assigneeNames.map(toUserName);
  const people = new Intl.ListFormat("en", { type: "disjunction" }).format(names);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} → ${people}`;
}

export const targetLabels = {
  title: "Reply targets",
  save: "Save targets",
  hint: "Only office hours count. Before a reply is due, Parlor emails the assignee, or the community's contacts if no one is assigned. Changes apply to new messages.",
  none: "No target",
  texts: "Reply to texts within",
  emails: "Reply to emails within",
} as const;

/** Selectable targets, in minutes. */
export const targetMinutes = new Map([
  [15, "15 minutes"],
  [30, "30 minutes"],
  [60, "1 hour"],
  [120, "2 hours"],
  [240, "4 hours"],
  [480, "8 hours"],
  [960, "16 hours"],
  [1440, "24 hours"],
]);

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

/** "Reply due in 2 h", "Reply overdue by 5 min". */
export function replyDueLabel(due: number, now: number): string {
  const minute = 60_000;
  return due > now
    ? `Reply due in ${formatAge(Math.max(minute, due - now))}`
    : `Reply overdue by ${formatAge(Math.max(minute, now - due))}`;
}

export const mergeLabels = {
  title: "Same person?",
  merge: "Merge",
  merged: "Merged.",
  isMerged: "Your team merged this person with the account.",
  separate: "Separate",
  noName: "No name",
  unit: "same unit",
  name: "same name",
} as const;
