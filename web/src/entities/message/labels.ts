// Copy of text messages: their delivery, and what the bot did with them.

import { MessageStatus, StepKind } from "../../gen/parlor/v1/conversation_pb";

export const labels = {
  textBlast: (title: string) => `Text blast · ${title}`,
  bot: "Parlor bot",
  sendsAt: (status: string, time: string) => `${status} · ${time}`,
} as const;

export const statusLabels: Partial<Record<MessageStatus, string>> = {
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

export const stepLabels: Record<StepKind, string> = {
  [StepKind.UNSPECIFIED]: "Processed",
  [StepKind.RECEIVED]: "Received",
  [StepKind.REOPENED]: "Reopened",
  [StepKind.ROUTED]: "Assigned by a rule",
  [StepKind.OPTED_OUT]: "Opted out",
  [StepKind.OPTED_IN]: "Opted in",
  [StepKind.HELP_SENT]: "Help sent",
  [StepKind.COMMUNITY_FOUND]: "Community",
  [StepKind.CONVERSATION_STATE]: "Conversation",
  [StepKind.TRAINING_MODE]: "Training",
  [StepKind.LANGUAGE_DETECTED]: "Language",
  [StepKind.TRANSLATED]: "Question recognized",
  [StepKind.QUESTION_PART]: "Part of the message",
  [StepKind.ANSWERS_RANKED]: "Answers compared",
  [StepKind.UNANSWERED_MATCH]: "Matched an unanswered question",
  [StepKind.CLARIFICATION_ASKED]: "Did you mean…",
  [StepKind.CLARIFICATION_ANSWERED]: "Question chosen",
  [StepKind.IDENTITY_VERIFIED]: "Identity check",
  [StepKind.SMALL_TALK]: "Small talk",
  [StepKind.REQUEST_DETAILS_ASKED]: "Service request",
  [StepKind.REQUEST_SAVED]: "Service request",
  [StepKind.REQUEST_STATUS_SENT]: "Service request status",
  [StepKind.REPLIED]: "Replied",
  [StepKind.ESCALATED]: "Escalated",
  [StepKind.LEFT_TO_STAFF]: "Left for your team",
  [StepKind.WAIVER_SENT]: "First-contact notice sent",
  [StepKind.REPHRASED]: "Rephrased",
  [StepKind.DELAYED]: "Delayed",
  [StepKind.SUPPRESSED]: "Not sent",
  [StepKind.CANCELED]: "Canceled",
  [StepKind.UNCONFIRMED]: "Delivery unconfirmed",
  [StepKind.RECONCILED]: "Delivery confirmed",
  [StepKind.FAILED]: "Rejected by the carrier",
  [StepKind.UNDELIVERED]: "Not delivered",
  [StepKind.RETRIED]: "Sent again",
  [StepKind.SENT_FROM_CHATWOOT]: "Sent from Chatwoot",
};
