// Company rules for blasts in the fake API: the limit of recipients, and approval.

import { clone } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { type Blast, BlastSchema, BlastState } from "../../gen/parlor/v1/blast_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { toRecipients } from "./blast-recipients";
import type { Db } from "./db";
import { fullName } from "./lookup";

const day = 86_400_000;
const undoTime = 10_000;

export function companyOf(db: Db, { companyId }: User) {
  return db.companies.find(({ id }) => id === companyId);
}

export function countRecipients(db: Db, blast: Blast): number {
  return toRecipients(db, blast).filter(({ exclusion }) => !exclusion).length;
}

export function needsApproval(db: Db, blast: Blast, user: User): boolean {
  const above = companyOf(db, user)?.customizations?.blastApprovalAbove ?? 0;
  return above > 0 && countRecipients(db, blast) > above;
}

/** Recipients that blasts may still reach within 24 hours of a start; undefined without a limit. */
export function remainingRecipients(db: Db, user: User, start: number): number | undefined {
  const limit = companyOf(db, user)?.blastDailyLimit ?? 0;
  if (limit === 0) return undefined;
  const reached = db.blasts
    .filter(({ state }) => state !== BlastState.DRAFT)
    .filter(({ startsAt }) => startsAt && Math.abs(timestampMs(startsAt) - start) < day)
    .reduce((sum, blast) => sum + (blast.counts?.recipients ?? countRecipients(db, blast)), 0);
  return Math.max(0, limit - reached);
}

/** The price of texts, or of MMS messages if there is a picture. */
export function priceOf(db: Db, blast: Blast, user: User, segments: number, recipients: number) {
  const company = companyOf(db, user);
  if (!blast.picture)
    return { priceMicros: BigInt(segments) * (company?.segmentPriceMicros ?? 0n) };
  const price = company?.picturePriceMicros ?? 0n;
  return { priceMicros: BigInt(recipients) * price, isPriceUnknown: price === 0n };
}

/**
 * Recipients who get the text after the day of the start because the brand's daily limit is used
 * up, and when.
 */
export function beyondDay(
  db: Db,
  user: User,
  { start, segments, recipients }: { start: number; segments: number; recipients: number },
) {
  const limit = companyOf(db, user)?.brandDailySegments ?? 0;
  if (limit === 0 || segments <= limit) return {};
  const cappedCount = recipients - Math.floor((limit * recipients) / segments);
  return { cappedCount, cappedUntil: timestampFromMs(start + day) };
}

/** Recipients who wait for the end of quiet hours: all of them, if the test says so. */
export function heldAt({ quietHours: { from, until } }: Db, start: number, recipients: number) {
  if (start < from || start >= until) return {};
  return { heldCount: recipients, heldUntil: timestampFromMs(until) };
}

/** A blast as returned to a user, who can't approve what they scheduled. */
export function toView(blast: Blast, user: User): Blast {
  const isAwaiting = blast.state === BlastState.AWAITING_APPROVAL;
  const canApprove = isAwaiting && blast.scheduledByName !== fullName(user);
  return Object.assign(clone(BlastSchema, blast), { canApprove });
}

/** Schedules a blast, by default 10 seconds from now, in which it can be undone. */
export function toStart(db: Db, startsAt: Blast["startsAt"]): Partial<Blast> {
  if (startsAt && timestampMs(startsAt) > db.now()) return { startsAt };
  const undoUntil = timestampFromMs(db.now() + undoTime);
  return { startsAt: undoUntil, undoUntil };
}

/** Returns a blast to draft. */
export function toDraft(blast: Blast): Partial<Blast> {
  delete blast.startsAt;
  delete blast.undoUntil;
  return { state: BlastState.DRAFT, scheduledByName: "", scheduledCount: 0, approvedByName: "" };
}
