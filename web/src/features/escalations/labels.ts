// Copy of the list of escalations, and of the actions on them.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import type { Channel } from "../../entities/escalation-answer/draft";
import { visitorLabel } from "../../entities/web-chat/labels";
import { DismissReason, type Escalation } from "../../gen/parlor/v1/escalation_pb";
import { formatAge } from "../../lib/age";
import { formatNumber } from "../../lib/format-number";
import { nameAndUnit, residentName } from "../../lib/names";

export const labels = {
  title: "Escalations",
  show: "Show",
  open: "Open",
  reviewed: "Reviewed",
  medianScope: "(all hours, last 30 days)",
  medianHint:
    "From the question to your team's answer, nights and weekends included. Reporting counts business hours only.",
  export: "Export",
  exporting: "All open and reviewed escalations as a spreadsheet.",
  openList: "Open escalations",
  reviewedList: "Reviewed escalations",
  loading: "Loading escalations",
  loadFailed: "Couldn't load escalations",
  community: "Community",
  allCommunities: "All communities",
  assignedToMe: "Assigned to me",
  order: "Order",
  oldestFirst: "Oldest first",
  newestFirst: "Newest first",
  walkKeys: "next, previous",
  editKey: "answer",
  allKeys: "all",
  skipClaimed: "Skip claimed",
  email: "Email",
  chat: "Web chat",
  answered: "Answered",
  trained: "Trained",
  dismissed: "Dismissed",
  reviewedBy: (name: string) => `by ${name}`,
  moreActions: "More actions",
  claim: "Claim",
  release: "Release",
  takeOver: "Take over",
  photosRefused: "These photos can't be sent.",
  dismissAs: (reason: string) => `Dismiss: ${reason}`,
  sending: (channel: Channel, seconds: number) =>
    `Sending the ${noticeName(channel)} in ${seconds} sec.`,
} as const;

/** What the resident gets: "text", "email", or "message" in a web chat. */
export function noticeName(channel: Channel): string {
  return channel === "chat" ? "message" : channel;
}

export const dismissReasons = [
  { reason: DismissReason.SPAM, label: "Spam", icon: "spam" },
  { reason: DismissReason.DUPLICATE, label: "Answered elsewhere", icon: "copy" },
  { reason: DismissReason.NOT_A_QUESTION, label: "Not a question", icon: "threads" },
] as const;

/** Whether the question came by email. */
export function isFromEmail({ emailThreadId }: Escalation): boolean {
  return emailThreadId !== "";
}

/** Whether the question came by web chat. */
export function isFromChat({ webChatId }: Escalation): boolean {
  return webChatId !== "";
}

/** The channel in which the question must be answered; undefined if staff can choose one. */
export function onlyChannel(escalation: Escalation): Channel | undefined {
  if (isFromEmail(escalation)) return "email";
  return isFromChat(escalation) ? "chat" : undefined;
}

/** Returns the resident's name; if unknown, their phone or email address, or "Visitor". */
export function residentLabel(escalation: Escalation): string {
  const { resident, phone } = escalation;
  if (isFromChat(escalation))
    return visitorLabel({ name: resident?.name ?? "", email: resident?.email ?? "" });
  if (isFromEmail(escalation) && !resident?.name) return resident?.email ?? "";
  return residentName(resident?.name, phone);
}

/** "Sam Ode, 118". */
export function residentAndUnit(escalation: Escalation): string {
  return nameAndUnit(residentLabel(escalation), escalation.resident?.unit);
}

export function askedAt({ askedAt: at }: Escalation): Date {
  return at ? timestampDate(at) : new Date();
}

/** Returns the median time to answer, such as "Median time to answer: 42 min". */
export function medianLabel(minutes: number): string {
  const age = minutes < 1 ? "under 1 min" : formatAge(minutes * 60_000);
  return `Median time to answer: ${age}`;
}

/** Describes the content of an export. */
export function exportedLabel(count: number): string {
  const rows = count === 1 ? "1 escalation" : `${formatNumber(count)} escalations`;
  return `The file has ${rows}, open and reviewed.`;
}
