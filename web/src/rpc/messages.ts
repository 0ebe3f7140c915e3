// What the texts of a conversation are called, wherever they are shown.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import { Author, type Message, MessageStatus, type Step } from "../gen/parlor/v1/conversation_pb";

const statuses: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.QUEUED]: "Waiting to leave",
  [MessageStatus.SENDING]: "Sending",
  [MessageStatus.SENT]: "Sent",
  [MessageStatus.DELIVERED]: "Delivered",
  [MessageStatus.UNDELIVERED]: "Not delivered",
  [MessageStatus.FAILED]: "Not sent: the carrier refused it",
  [MessageStatus.SUPPRESSED]: "Not sent",
  [MessageStatus.HELD_QUIET_HOURS]: "Waits for the morning",
  [MessageStatus.CANCELED]: "Taken back",
  [MessageStatus.UNKNOWN]: "May have arrived: the carrier is asked",
};

const failures: readonly MessageStatus[] = [MessageStatus.FAILED, MessageStatus.UNDELIVERED];
const unsent: readonly MessageStatus[] = [
  MessageStatus.QUEUED,
  MessageStatus.SUPPRESSED,
  MessageStatus.HELD_QUIET_HOURS,
];

const steps: Record<string, string> = {
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
  canceled: "Taken back",
  unknown: "Not known",
  reconciled: "Found out",
  failed: "Refused",
  undelivered: "Not delivered",
  retried: "Sent again",
};

export function stepName({ name }: Step): string {
  return steps[name] ?? name;
}

export function dateOf(at: Message["sentAt"]): Date {
  return at ? timestampDate(at) : new Date(0);
}

/** Who wrote it and when: where it stands in a thread. */
export function placeOf({ id, author, sentAt }: Message) {
  const from = author === Author.BOT ? "bot" : author === Author.STAFF ? "staff" : "resident";
  return { id, from, at: dateOf(sentAt) } as const;
}

/** A message as every thread shows it. `resident` is what they are called under their texts. */
export function bubbleOf(message: Message, resident: string) {
  const place = placeOf(message);
  const names = { bot: "Parlor bot", staff: message.authorName, resident };
  const status = statuses[message.status];
  return {
    ...place,
    name: names[place.from],
    body: message.body,
    ...(status ? { status } : {}),
    failed: failures.includes(message.status),
    draft: unsent.includes(message.status),
    steps: message.steps.map((step) => ({
      name: stepName(step),
      reason: step.reason,
      at: dateOf(step.at),
    })),
  };
}

/** What was taken back before it left never was a part of the conversation. */
export function wasSaid({ status }: Message): boolean {
  return status !== MessageStatus.CANCELED;
}
