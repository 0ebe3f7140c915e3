// Recipients of blasts in the fake API: who is reached, who is excluded, and the outcome for each.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { AudienceFilter } from "../../gen/parlor/v1/audience_pb";
import {
  type Blast,
  BlastExclusionReason,
  BlastOutcome,
  type BlastRecipient,
  BlastRecipientSchema,
} from "../../gen/parlor/v1/blast_pb";
import { MessageStatus } from "../../gen/parlor/v1/conversation_pb";
import type { HomeownerAccount } from "../../gen/parlor/v1/homeowner_service_pb";
import type { Db } from "./db";
import { notFound } from "./errors";

function isAny<T>(wanted: readonly T[], value: T): boolean {
  return wanted.length === 0 || wanted.includes(value);
}

export function matchAccounts(db: Db, filter: AudienceFilter): HomeownerAccount[] {
  const { unitFrom, unitTo, minBalanceCents, tags } = filter;
  return db.blastAccounts.filter(
    (account) =>
      filter.communityIds.includes(account.communityId) &&
      isAny(filter.buildings, account.building) &&
      isAny(filter.kinds, account.kind) &&
      isAny(filter.languages, account.language || "en") &&
      (tags.length === 0 || account.tags.some((tag) => tags.includes(tag))) &&
      (!unitFrom || Number(account.unit) >= Number(unitFrom)) &&
      (!unitTo || Number(account.unit) <= Number(unitTo)) &&
      (minBalanceCents === undefined || (account.balanceCents ?? 0) >= minBalanceCents),
  );
}

function filterOf(db: Db, blast: Blast): AudienceFilter {
  const source = blast.audience?.source;
  if (source?.case === "filter") return source.value;
  const found = db.audiences.find(({ id }) => id === source?.value)?.source;
  if (found?.case !== "filter") throw notFound();
  return found.value;
}

/** The phone that ends in 05 opted out; accounts with the tag "no consent" never consented. */
function exclusionOf(
  account: HomeownerAccount,
  isDuplicate: boolean,
  asksConsent: boolean,
): BlastExclusionReason {
  if (isDuplicate) return BlastExclusionReason.DUPLICATE;
  if (account.doNotText) return BlastExclusionReason.DO_NOT_TEXT;
  if (account.phones[0]?.endsWith("05")) return BlastExclusionReason.OPTED_OUT;
  const hasConsent = !account.tags.includes("no consent");
  if (hasConsent !== asksConsent) return BlastExclusionReason.UNSPECIFIED;
  return asksConsent ? BlastExclusionReason.HAS_CONSENT : BlastExclusionReason.NO_CONSENT;
}

/** Assigns statuses in the order of the counts: delivered first, pending last. */
function statusOf({ counts }: Blast, at: number): MessageStatus {
  if (!counts) return MessageStatus.UNSPECIFIED;
  const { delivered, sent, failed, unknown, canceled } = counts;
  let end = 0;
  for (const [count, status] of [
    [delivered, MessageStatus.DELIVERED],
    [sent, MessageStatus.SENT],
    [failed, MessageStatus.UNDELIVERED],
    [unknown, MessageStatus.UNKNOWN],
    [canceled, MessageStatus.CANCELED],
  ] as const) {
    end += count;
    if (at < end) return status;
  }
  return MessageStatus.UNSPECIFIED;
}

const outcomes: Partial<Record<MessageStatus, BlastOutcome>> = {
  [MessageStatus.UNSPECIFIED]: BlastOutcome.PENDING,
  [MessageStatus.SENT]: BlastOutcome.SENT,
  [MessageStatus.DELIVERED]: BlastOutcome.DELIVERED,
  [MessageStatus.UNDELIVERED]: BlastOutcome.FAILED,
  [MessageStatus.UNKNOWN]: BlastOutcome.UNKNOWN,
  [MessageStatus.CANCELED]: BlastOutcome.CANCELED,
};

export function hasOutcome(recipient: BlastRecipient, outcome: BlastOutcome): boolean {
  if (outcome === BlastOutcome.UNSPECIFIED) return true;
  if (outcome === BlastOutcome.REPLIED) return recipient.repliedAt !== undefined;
  return outcomes[recipient.status] === outcome;
}

/** The first recipients reply ten minutes later, and the first of these opt out. */
function replyOf({ startsAt, replyCount, optOutCount }: Blast, at: number) {
  if (!startsAt || at >= replyCount) return {};
  const repliedAt = timestampFromMs(timestampMs(startsAt) + 600_000);
  return { repliedAt, optedOut: at < optOutCount };
}

const unsent: readonly MessageStatus[] = [MessageStatus.UNSPECIFIED, MessageStatus.CANCELED];

export function toRecipients(db: Db, blast: Blast): BlastRecipient[] {
  const phones = new Set<string>();
  let included = 0;
  return matchAccounts(db, filterOf(db, blast)).map((account) => {
    const phone = account.phones[0] ?? "";
    const exclusion = exclusionOf(account, phones.has(phone), blast.asksConsent);
    phones.add(phone);
    const at = exclusion ? Number.POSITIVE_INFINITY : included++;
    const status = exclusion ? MessageStatus.UNSPECIFIED : statusOf(blast, at);
    const { name, unit, communityId } = account;
    return create(BlastRecipientSchema, {
      ...{ phone, name, unit, communityId, exclusion, status },
      ...replyOf(blast, at),
      communityLabel: db.communities.find(({ id }) => id === communityId)?.label ?? "",
      conversationId: unsent.includes(status) ? "" : "conversation-1",
    });
  });
}

const mergeField = /\{\{(\w+)(?:\|([^}]*))?\}\}/g;
const knownFields = ["first_name", "name", "unit", "building", "community"];

export function unknownMergeFields(body: string): string[] {
  const names = [...body.matchAll(mergeField)].map(([, name = ""]) => name);
  return [...new Set(names)].filter((name) => !knownFields.includes(name));
}

function valuesOf(recipient: BlastRecipient): Record<string, string> {
  return {
    first_name: recipient.name.split(" ")[0] ?? "",
    name: recipient.name,
    unit: recipient.unit,
    building: "North Tower",
    community: recipient.communityLabel,
  };
}

/** The parts of the text for a recipient. */
export function mergeParts(body: string, recipient: BlastRecipient) {
  const values = valuesOf(recipient);
  const parts: { text: string; mergeField: string; isFallback: boolean }[] = [];
  let end = 0;
  for (const found of body.matchAll(mergeField)) {
    const [whole, name = "", other = ""] = found;
    parts.push({ text: body.slice(end, found.index), mergeField: "", isFallback: false });
    const value = values[name];
    parts.push({ text: value || other, mergeField: name, isFallback: !value });
    end = found.index + whole.length;
  }
  return [...parts, { text: body.slice(end), mergeField: "", isFallback: false }];
}

export function mergeText(body: string, recipient: BlastRecipient): string {
  return mergeParts(body, recipient)
    .map(({ text }) => text)
    .join("");
}
