// What the texts of a conversation are called, wherever they are shown.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  Author,
  type Message,
  MessageStatus,
  type Step,
} from "../../gen/parlor/v1/conversation_pb";
import { BlastLink } from "./blast-link";

const statusLabels: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.QUEUED]: "Sending",
  [MessageStatus.SENDING]: "Sending",
  [MessageStatus.SENT]: "Sent",
  [MessageStatus.DELIVERED]: "Delivered",
  [MessageStatus.UNDELIVERED]: "Not delivered",
  [MessageStatus.FAILED]: "Not sent: the carrier refused it",
  [MessageStatus.SUPPRESSED]: "Not sent",
  [MessageStatus.HELD_QUIET_HOURS]: "Scheduled for the morning",
  [MessageStatus.CANCELED]: "Canceled",
  [MessageStatus.UNKNOWN]: "Delivery unconfirmed – checking with the carrier",
};

const failedStatuses: readonly MessageStatus[] = [MessageStatus.FAILED, MessageStatus.UNDELIVERED];
const unsentStatuses: readonly MessageStatus[] = [
  MessageStatus.QUEUED,
  MessageStatus.SUPPRESSED,
  MessageStatus.HELD_QUIET_HOURS,
];

const stepLabels: Record<string, string> = {
  received: "Received",
  reopened: "Reopened",
  opted_out: "Opted out",
  opted_in: "Opted in",
  helped: "Helped",
  community: "Community",
  conversation: "Conversation",
  training: "Training",
  language: "Language",
  understood: "Understood",
  part: "Part",
  ranked: "Ranked",
  waiting: "Waiting",
  asked_back: "Asked back",
  picked: "Picked",
  courtesy: "Courtesy",
  replied: "Replied",
  escalated: "Escalated",
  held: "Left to staff",
  waiver: "Notice",
  worded: "Worded",
  delayed: "Delayed",
  suppressed: "Not sent",
  canceled: "Canceled",
  unknown: "Not known",
  reconciled: "Found out",
  failed: "Refused",
  undelivered: "Not delivered",
  retried: "Sent again",
};

/** Where a text stands, in plain words; empty where there is nothing to say. */
export function statusLabel(status: MessageStatus): string {
  return statusLabels[status] ?? "";
}

export function isFailed(status: MessageStatus): boolean {
  return failedStatuses.includes(status);
}

export function stepLabel({ name }: Step): string {
  return stepLabels[name] ?? name;
}

export function toDate(at: Message["sentAt"]): Date {
  return at ? timestampDate(at) : new Date(0);
}

/** Who wrote it and when: where it stands in a thread. */
export function toThreadPosition({ id, author, sentAt }: Message) {
  const from = author === Author.BOT ? "bot" : author === Author.STAFF ? "staff" : "resident";
  return { id, from, at: toDate(sentAt) } as const;
}

/** A message as every thread shows it. `resident` is what they are called under their texts. */
export function toThreadMessage(message: Message, resident: string) {
  const place = toThreadPosition(message);
  const names = { bot: "Parlor bot", staff: message.authorName, resident };
  const status = statusLabel(message.status);
  return {
    ...place,
    name: names[place.from],
    body: message.body,
    ...(status ? { status } : {}),
    ...(message.blastId ? { origin: <BlastLink message={message} /> } : {}),
    failed: isFailed(message.status),
    draft: unsentStatuses.includes(message.status),
    steps: message.steps.map((step) => ({
      name: stepLabel(step),
      reason: step.reason,
      at: toDate(step.at),
    })),
  };
}

/** What was taken back before it left never was a part of the conversation. */
export function isShown({ status }: Message): boolean {
  return status !== MessageStatus.CANCELED;
}
