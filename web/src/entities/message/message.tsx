// Labels of messages, and their conversion for threads.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  Author,
  type Message,
  MessageStatus,
  type Step,
} from "../../gen/parlor/v1/conversation_pb";
import { BlastLink } from "./blast-link";
import { MessagePhotos } from "./message-photos";
import { withoutPlaceholder } from "./placeholder";

const statusLabels: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.QUEUED]: "Sending",
  [MessageStatus.SENDING]: "Sending",
  [MessageStatus.SENT]: "Sent",
  [MessageStatus.DELIVERED]: "Delivered",
  [MessageStatus.UNDELIVERED]: "Not delivered",
  [MessageStatus.FAILED]: "Not sent – the carrier rejected it",
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
  routed: "Assigned by a rule",
  opted_out: "Opted out",
  opted_in: "Opted in",
  helped: "Help sent",
  community: "Community",
  conversation: "Conversation",
  training: "Training",
  language: "Language",
  understood: "Question recognized",
  part: "Part of the message",
  ranked: "Answers compared",
  waiting: "Waiting",
  asked_back: "Did you mean…",
  picked: "Question chosen",
  courtesy: "Small talk",
  request_details: "Service request",
  requested: "Service request",
  request_status: "Service request status",
  replied: "Replied",
  escalated: "Escalated",
  held: "Left for staff",
  waiver: "Notice",
  worded: "Rephrased",
  delayed: "Delayed",
  suppressed: "Not sent",
  canceled: "Canceled",
  unknown: "Delivery unconfirmed",
  reconciled: "Delivery confirmed",
  failed: "Rejected by the carrier",
  undelivered: "Not delivered",
  retried: "Sent again",
  chatwoot: "Sent from Chatwoot",
};

/** Returns the label of a status; empty if it has none. */
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

/** Returns the author and time of a message, which determine its place in a thread. */
export function toThreadPosition({ id, author, sentAt }: Message) {
  const from = author === Author.BOT ? "bot" : author === Author.STAFF ? "staff" : "resident";
  return { id, from, at: toDate(sentAt) } as const;
}

/** Returns the body and the photos. Words that stand for photos are not shown beside them. */
export function toPhotoContent({ body, photos }: Pick<Message, "body" | "photos">) {
  if (photos.length === 0) return { body };
  return { body: withoutPlaceholder(body), media: <MessagePhotos photos={photos} /> };
}

/** Converts a message for a thread. `resident` is the name under the resident's texts. */
export function toThreadMessage(message: Message, resident: string) {
  const position = toThreadPosition(message);
  const names = { bot: "Parlor bot", staff: message.authorName, resident };
  const status = statusLabel(message.status);
  return {
    ...position,
    name: names[position.from],
    ...toPhotoContent(message),
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

/** Messages that staff canceled before sending are not shown. */
export function isShown({ status }: Message): boolean {
  return status !== MessageStatus.CANCELED;
}
