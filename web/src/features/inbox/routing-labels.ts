// Copy of routing rules and reply targets.

import { InboxChannel } from "../../gen/parlor/v1/inbox_service_pb";
import { RoutingHours, type RoutingRule } from "../../gen/parlor/v1/routing_rule_service_pb";

export const routingLabels = {
  create: "New routing rule",
  edit: "Edit routing rule",
  save: "Save rule",
  saved: "Routing rule saved.",
  deleted: "Routing rule deleted.",
  hint: "When an unassigned conversation needs a reply, the first matching rule assigns it.",
  readOnly:
    "The first matching rule assigns conversations that need a reply. Only administrators can edit rules.",
  none: "No routing rules yet. Conversations stay unassigned until someone claims them.",
  name: "Name",
  channel: "Channel",
  allChannels: "All channels",
  community: "Community",
  allCommunities: "All communities",
  category: "Question category",
  categoryHint: "Such as Parking. Leave blank for all categories.",
  hours: "Time",
  anyTime: "At any time",
  assignees: "Assign to",
  assigneesHint:
    "If you choose several people, the one with the fewest open conversations is assigned.",
} as const;

export const channelOptions = [
  { value: String(InboxChannel.TEXT), label: "Texts" },
  { value: String(InboxChannel.EMAIL), label: "Emails" },
];

export const webChatOption = { value: String(InboxChannel.WEB_CHAT), label: "Web chats" };

const channelWords: Record<InboxChannel, string> = {
  [InboxChannel.UNSPECIFIED]: "",
  [InboxChannel.TEXT]: "texts",
  [InboxChannel.EMAIL]: "emails",
  [InboxChannel.WEB_CHAT]: "web chats",
};

export const hoursOptions = [
  { value: String(RoutingHours.INSIDE), label: "During office hours" },
  { value: String(RoutingHours.OUTSIDE), label: "Outside office hours" },
];

export function toUserName(name: string | undefined): string {
  return name || "a deleted user";
}

/** "Emails, Harbor Row, outside office hours → Dana Okafor". */
export function conditionLabel(rule: RoutingRule): string {
  const { channel = InboxChannel.UNSPECIFIED, category, hours } = rule.condition ?? {};
  const conditions = [
    channelWords[channel],
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
  saved: "Reply targets saved.",
  hint: "Only office hours count. Before a reply is due, Parlor emails the assignee, or the community's contacts if no one is assigned. Changes apply to new messages.",
  none: "No target",
  minutes: (minutes: number) => `${minutes} minutes`,
  texts: "Reply to texts within",
  emails: "Reply to emails within",
  webChats: "Reply to web chats within",
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
