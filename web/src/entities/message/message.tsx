// Labels of messages, and their conversion for threads.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  Author,
  type Message,
  MessageStatus,
  type Step,
  StepKind,
} from "../../gen/parlor/v1/conversation_pb";
import { formatTime } from "../../lib/format-date";
import { BlastLink } from "./blast-link";
import { labels, statusLabels, stepLabels } from "./labels";
import { MessagePhotos } from "./message-photos";
import { withoutPlaceholder } from "./placeholder";

const failedStatuses: readonly MessageStatus[] = [MessageStatus.FAILED, MessageStatus.UNDELIVERED];
const unsentStatuses: readonly MessageStatus[] = [
  MessageStatus.QUEUED,
  MessageStatus.SUPPRESSED,
  MessageStatus.HELD_QUIET_HOURS,
];

/** Returns the label of a status; empty if it has none. */
export function statusLabel(status: MessageStatus): string {
  return statusLabels[status] ?? "";
}

/** Returns the label of a message's status, with the time at which a held one is sent. */
export function deliveryLabel({ status, sendsAt }: Pick<Message, "status" | "sendsAt">): string {
  const label = statusLabel(status);
  return sendsAt ? labels.sendsAt(label, formatTime(timestampDate(sendsAt))) : label;
}

export function isFailed(status: MessageStatus): boolean {
  return failedStatuses.includes(status);
}

export function stepLabel({ kind }: Step): string {
  return stepLabels[kind] ?? stepLabels[StepKind.UNSPECIFIED];
}

export function toDate(at: Message["sentAt"]): Date {
  return at ? timestampDate(at) : new Date(0);
}

/** Returns the author and time of a message, which determine its place in a thread. */
export function toThreadPosition({ id, author, sentAt }: Message) {
  const from = author === Author.BOT ? "bot" : author === Author.STAFF ? "staff" : "resident";
  return { id, from, at: toDate(sentAt) } as const;
}

/**
 * Returns the body and the photos. A placeholder for photos is left out of the body. `from` is who sent them, by default
 * the resident.
 */
export function toPhotoContent({ body, photos }: Pick<Message, "body" | "photos">, from?: string) {
  if (photos.length === 0) return { body };
  const media = <MessagePhotos photos={photos} {...(from ? { from } : {})} />;
  return { body: withoutPlaceholder(body), media };
}

/** Converts a message for a thread. `resident` is the name under the resident's texts. */
export function toThreadMessage(message: Message, resident: string) {
  const position = toThreadPosition(message);
  const names = { bot: labels.bot, staff: message.authorName, resident };
  const status = deliveryLabel(message);
  return {
    ...position,
    name: names[position.from],
    ...toPhotoContent(message, position.from === "resident" ? "" : names[position.from]),
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
