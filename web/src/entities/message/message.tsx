// Labels of messages, and their conversion for threads.

import { timestampDate } from "@bufbuild/protobuf/wkt";
import {
  Author,
  type Message,
  MessageStatus,
  type Step,
  StepKind,
} from "../../gen/parlor/v1/conversation_pb";
import { BlastLink } from "./blast-link";
import { labels } from "./labels";
import { MessagePhotos } from "./message-photos";
import { withoutPlaceholder } from "./placeholder";

const statusLabels: Partial<Record<MessageStatus, string>> = {
  [MessageStatus.QUEUED]: labels.sending,
  [MessageStatus.SENDING]: labels.sending,
  [MessageStatus.SENT]: labels.sent,
  [MessageStatus.DELIVERED]: labels.delivered,
  [MessageStatus.UNDELIVERED]: labels.notDelivered,
  [MessageStatus.FAILED]: labels.notSentCarrierRejected,
  [MessageStatus.SUPPRESSED]: labels.notSent,
  [MessageStatus.HELD_QUIET_HOURS]: labels.scheduledForTheMorning,
  [MessageStatus.CANCELED]: labels.canceled,
  [MessageStatus.UNKNOWN]: labels.deliveryUnconfirmedCheckingCarrier,
};

const failedStatuses: readonly MessageStatus[] = [MessageStatus.FAILED, MessageStatus.UNDELIVERED];
const unsentStatuses: readonly MessageStatus[] = [
  MessageStatus.QUEUED,
  MessageStatus.SUPPRESSED,
  MessageStatus.HELD_QUIET_HOURS,
];

const stepLabels: Record<StepKind, string> = {
  [StepKind.UNSPECIFIED]: labels.processed,
  [StepKind.RECEIVED]: labels.received,
  [StepKind.REOPENED]: labels.reopened,
  [StepKind.ROUTED]: labels.assignedByARule,
  [StepKind.OPTED_OUT]: labels.optedOut,
  [StepKind.OPTED_IN]: labels.optedIn,
  [StepKind.HELP_SENT]: labels.helpSent,
  [StepKind.COMMUNITY_FOUND]: labels.community,
  [StepKind.CONVERSATION_STATE]: labels.conversation,
  [StepKind.TRAINING_MODE]: labels.training,
  [StepKind.LANGUAGE_DETECTED]: labels.language,
  [StepKind.TRANSLATED]: labels.questionRecognized,
  [StepKind.QUESTION_PART]: labels.partOfTheMessage,
  [StepKind.ANSWERS_RANKED]: labels.answersCompared,
  [StepKind.UNANSWERED_MATCH]: labels.waiting,
  [StepKind.CLARIFICATION_ASKED]: labels.didYouMean,
  [StepKind.CLARIFICATION_ANSWERED]: labels.questionChosen,
  [StepKind.IDENTITY_VERIFIED]: labels.identityCheck,
  [StepKind.SMALL_TALK]: labels.smallTalk,
  [StepKind.REQUEST_DETAILS_ASKED]: labels.serviceRequest,
  [StepKind.REQUEST_SAVED]: labels.serviceRequest,
  [StepKind.REQUEST_STATUS_SENT]: labels.serviceRequestStatus,
  [StepKind.REPLIED]: labels.replied,
  [StepKind.ESCALATED]: labels.escalated,
  [StepKind.LEFT_TO_STAFF]: labels.leftForStaff,
  [StepKind.WAIVER_SENT]: labels.notice,
  [StepKind.REPHRASED]: labels.rephrased,
  [StepKind.DELAYED]: labels.delayed,
  [StepKind.SUPPRESSED]: labels.notSent,
  [StepKind.CANCELED]: labels.canceled,
  [StepKind.UNCONFIRMED]: labels.deliveryUnconfirmed,
  [StepKind.RECONCILED]: labels.deliveryConfirmed,
  [StepKind.FAILED]: labels.rejectedByTheCarrier,
  [StepKind.UNDELIVERED]: labels.notDelivered,
  [StepKind.RETRIED]: labels.sentAgain,
  [StepKind.SENT_FROM_CHATWOOT]: labels.sentFromChatwoot,
};

/** Returns the label of a status; empty if it has none. */
export function statusLabel(status: MessageStatus): string {
  return statusLabels[status] ?? "";
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

/** Returns the body and the photos. A placeholder for photos is left out of the body. */
export function toPhotoContent({ body, photos }: Pick<Message, "body" | "photos">) {
  if (photos.length === 0) return { body };
  return { body: withoutPlaceholder(body), media: <MessagePhotos photos={photos} /> };
}

/** Converts a message for a thread. `resident` is the name under the resident's texts. */
export function toThreadMessage(message: Message, resident: string) {
  const position = toThreadPosition(message);
  const names = { bot: labels.parlorBot, staff: message.authorName, resident };
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
