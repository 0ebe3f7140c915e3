// The review of a blast in the fake API, and what its state allows.

import { Code } from "@connectrpc/connect";
import type { Reason } from "../../api/problem";
import {
  type Blast,
  BlastDelay,
  type BlastRecipient,
  BlastState,
} from "../../gen/parlor/v1/blast_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { countSegments, nonGsmCharacters } from "../../lib/sms-segments";
import { mergeParts, mergeText, toRecipients, unknownMergeFields } from "./blast-recipients";
import {
  beyondDay,
  countRecipients,
  heldAt,
  needsApproval,
  priceOf,
  remainingRecipients,
} from "./blast-rules";
import type { Db } from "./db";
import { createError, notFound } from "./errors";
import { fullName } from "./lookup";

export const consentText = "{{community}}: Reply YES to get texts from us. Reply STOP to get none.";
export const linkTime = 15 * 60_000;

export function refuse(reason: Reason, text: string) {
  return createError(Code.FailedPrecondition, reason, text);
}

export function findBlast(db: Db, id: string): Blast {
  const found = db.blasts.find((blast) => blast.id === id);
  if (!found) throw notFound();
  return found;
}

export function requireState(blast: Blast, states: readonly BlastState[], reason: Reason): void {
  if (!states.includes(blast.state)) throw refuse(reason, "The blast is in another state.");
}

export function requireVersion(blast: Blast, version: number): void {
  if (version && version !== blast.version) {
    throw createError(Code.Aborted, "BLAST_CHANGED", "It changed.");
  }
}

export function requireRoom(db: Db, blast: Blast, user: User, start: number): void {
  const remaining = remainingRecipients(db, user, start);
  if (remaining === undefined || countRecipients(db, blast) <= remaining) return;
  const text = `Your company can text ${remaining} more people within 24 hours.`;
  throw createError(Code.ResourceExhausted, "BLAST_LIMIT_REACHED", text);
}

export function toPreview({ body }: Blast, recipient: BlastRecipient) {
  const text = mergeText(body, recipient);
  return { recipient, text, segments: countSegments(text), parts: mergeParts(body, recipient) };
}

/** The communities of the fake API are in UTC. */
export function toTime(local: string): number {
  return Date.parse(`${local}Z`);
}

/** Reviews a blast for a local start; now if it is empty or has passed. */
export function review(db: Db, blast: Blast, user: User, startsAtLocal = "") {
  const start = Math.max(db.now(), startsAtLocal ? toTime(startsAtLocal) : 0);
  const all = toRecipients(db, blast);
  const included = all.filter(({ exclusion }) => !exclusion);
  const reasons = [...new Set(all.map(({ exclusion }) => exclusion))].filter(Boolean);
  const texts = included.map((recipient) => mergeText(blast.body, recipient));
  const recipients = included.length;
  const segmentCount = texts.reduce((sum, text) => sum + countSegments(text), 0);
  return {
    recipientCount: recipients,
    exclusions: reasons.map((reason) => ({
      reason,
      count: all.filter(({ exclusion }) => exclusion === reason).length,
    })),
    segmentCount,
    ...priceOf(db, blast, user, segmentCount, recipients),
    durationSeconds: segmentCount,
    costlyCharacters: nonGsmCharacters(texts.join("")),
    previews: included.slice(0, 3).map((recipient) => toPreview(blast, recipient)),
    fallbackCount: included.filter((recipient) =>
      mergeParts(blast.body, recipient).some(({ isFallback }) => isFallback),
    ).length,
    unknownFields: unknownMergeFields(blast.body),
    addedSender: /\{\{community\}\}|Larkspur/.test(blast.body) ? "" : "Larkspur Commons: ",
    needsApproval: needsApproval(db, blast, user),
    remainingRecipients: remainingRecipients(db, user, start),
    ...beyondDay(db, user, { start, segments: segmentCount, recipients }),
    ...heldAt(db, start, recipients),
    timeZone: "UTC",
    planUsages: db.blastPlanUsages,
  };
}

/** Recipients with a delay: the last ones are over the daily limit; quiet hours hold everyone. */
export function delayed(
  db: Db,
  blast: Blast,
  user: User,
  { delay, startsAtLocal }: { delay: BlastDelay; startsAtLocal: string },
): BlastRecipient[] {
  const { cappedCount = 0, heldCount = 0 } = review(db, blast, user, startsAtLocal);
  const count = delay === BlastDelay.QUIET_HOURS ? heldCount : cappedCount;
  const included = toRecipients(db, blast).filter(({ exclusion }) => !exclusion);
  return included.slice(included.length - count);
}

export function requireApprover(blast: Blast, user: User, version: number): void {
  requireState(blast, [BlastState.AWAITING_APPROVAL], "BLAST_NOT_AWAITING_APPROVAL");
  if (blast.scheduledByName === fullName(user)) {
    const text = "Another person must approve it.";
    throw createError(Code.FailedPrecondition, "APPROVAL_BY_SCHEDULER", text);
  }
  requireVersion(blast, version);
}
