// Copy of recipients: their table, why they are left out or delayed, and the outcomes of their texts.

import { threadLabels } from "../../entities/conversation/thread-labels";
import { BlastDelay, BlastExclusionReason, BlastOutcome } from "../../gen/parlor/v1/blast_pb";
import type { Tone } from "./labels";

export const recipientLabels = {
  title: "Recipients",
  columns: {
    person: "Person",
    community: "Community",
    status: "Status",
    conversation: "Conversation",
  },
  notSentYet: "Not sent yet",
  repliedAt: (time: string) => `Replied ${time}`,
  agreed: "Agreed",
  optedOut: "Opted out",
  leftOut: "Left out",
  conversationWith: threadLabels.conversationWith,
} as const;

/** Empty states of the table. */
export const noRecipientsTexts = {
  all: { title: "No one gets this text", text: "Everyone who was chosen is left out." },
  outcome: {
    title: "No recipients with this status",
    text: "Choose another status, or view everyone who will get it.",
  },
  exclusion: {
    title: "No one is left out for this reason",
    text: "Choose another reason, or view everyone who will get the text.",
  },
  delay: { title: "No one is delayed", text: "Close the list and review the blast again." },
} as const;

type Exclusion = { label: string; text: string; tone?: Tone };

const exclusionLabels: Partial<Record<BlastExclusionReason, Exclusion>> = {
  [BlastExclusionReason.OPTED_OUT]: {
    label: "Opted out",
    text: "They replied STOP. Only they can opt back in, by replying START.",
    tone: "danger",
  },
  [BlastExclusionReason.NO_CONSENT]: {
    label: "No consent",
    text: "They never agreed to receive texts, and never texted the community.",
    tone: "warning",
  },
  [BlastExclusionReason.DO_NOT_TEXT]: {
    label: "Do not text",
    text: "Their account is marked “do not text”.",
    tone: "warning",
  },
  [BlastExclusionReason.UNREACHABLE]: {
    label: "Number can't be texted",
    text: "The number isn't valid, or the carrier reports that it's not in service.",
    tone: "warning",
  },
  [BlastExclusionReason.DUPLICATE]: {
    label: "Duplicate number",
    text: "They share a phone and get the text once.",
  },
  [BlastExclusionReason.NO_NUMBER]: {
    label: "Community has no number",
    text: "The community needs a number to send texts from. Ask an administrator.",
    tone: "danger",
  },
  [BlastExclusionReason.LANDLINE]: {
    label: "Landline",
    text: "The carrier reports a landline or a phone that can't receive texts. Call instead.",
    tone: "warning",
  },
  [BlastExclusionReason.HAS_CONSENT]: {
    label: "Already agreed",
    text: "They already agreed to receive texts or texted the community. You don't need to ask.",
  },
  [BlastExclusionReason.ALREADY_ASKED]: {
    label: "Already asked",
    text: "An earlier blast asked for their consent. Each person is asked only once.",
    tone: "warning",
  },
};

/** Exclusion reasons, in contract order. */
export const exclusionReasons = Object.keys(exclusionLabels).map(
  (reason) => Number(reason) as BlastExclusionReason,
);

export function exclusionLabel(reason: BlastExclusionReason): Exclusion {
  return exclusionLabels[reason] ?? { label: "Left out", text: "" };
}

type Delay = { label: string; text: string };

const delayLabels: Partial<Record<BlastDelay, Delay>> = {
  [BlastDelay.QUIET_HOURS]: {
    label: "After quiet hours",
    text: "Their texts would wait until quiet hours end where they live.",
  },
  [BlastDelay.DAILY_LIMIT]: {
    label: "On a later day",
    text: "The carrier's daily limit for your brand will be reached before they get it.",
  },
};

export function delayLabel(delay: BlastDelay): Delay {
  return delayLabels[delay] ?? { label: "Later", text: "" };
}

const outcomeLabels: Partial<Record<BlastOutcome, string>> = {
  [BlastOutcome.PENDING]: "Waiting",
  [BlastOutcome.SENT]: "Sent",
  [BlastOutcome.DELIVERED]: "Delivered",
  [BlastOutcome.FAILED]: "Not delivered",
  [BlastOutcome.UNKNOWN]: "Unconfirmed",
  [BlastOutcome.CANCELED]: "Canceled",
  [BlastOutcome.REPLIED]: "Replied",
  [BlastOutcome.OPTED_IN]: "Agreed",
};

/** Outcomes of a text, in contract order. */
export const outcomes = Object.keys(outcomeLabels).map(
  (outcome) => Number(outcome) as BlastOutcome,
);

export function outcomeLabel(outcome: BlastOutcome): string {
  return outcomeLabels[outcome] ?? "";
}
