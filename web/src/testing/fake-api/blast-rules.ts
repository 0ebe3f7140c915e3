// What a company allows its blasts in the fake API: how many recipients, and who approves them.

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

/** How many recipients blasts may still reach within 24 hours; nothing without a limit. */
export function remainingRecipients(db: Db, user: User): number | undefined {
  const limit = companyOf(db, user)?.blastDailyLimit ?? 0;
  if (limit === 0) return undefined;
  const reached = db.blasts
    .filter(({ state }) => state !== BlastState.DRAFT)
    .filter(({ startsAt }) => startsAt && Math.abs(timestampMs(startsAt) - db.now()) < day)
    .reduce((sum, blast) => sum + (blast.counts?.recipients ?? countRecipients(db, blast)), 0);
  return Math.max(0, limit - reached);
}

/** The price of texts, or of as many MMS. */
export function priceOf(db: Db, blast: Blast, user: User, segments: number, recipients: number) {
  const company = companyOf(db, user);
  if (!blast.picture)
    return { priceMicros: BigInt(segments) * (company?.segmentPriceMicros ?? 0n) };
  const price = company?.picturePriceMicros ?? 0n;
  return { priceMicros: BigInt(recipients) * price, isPriceUnknown: price === 0n };
}

/** How many recipients get the text after today, because the brand's day is used up, and from when on. */
export function beyondToday(db: Db, user: User, segments: number, recipients: number) {
  const limit = companyOf(db, user)?.brandDailySegments ?? 0;
  if (limit === 0 || segments <= limit) return {};
  const cappedCount = recipients - Math.floor((limit * recipients) / segments);
  return { cappedCount, cappedUntil: timestampFromMs(db.now() + day) };
}

/** How many recipients wait for the end of quiet hours: everyone, if a test says so. */
export function heldNow(db: Db, recipients: number) {
  if (!db.quietUntil) return {};
  return { heldCount: recipients, heldUntil: timestampFromMs(db.quietUntil) };
}

/** A blast as one user reads it: nobody approves what they scheduled. */
export function toView(blast: Blast, user: User): Blast {
  const isAwaiting = blast.state === BlastState.AWAITING_APPROVAL;
  const canApprove = isAwaiting && blast.scheduledByName !== fullName(user);
  return Object.assign(clone(BlastSchema, blast), { canApprove });
}

/** Due at its time, or in 10 seconds, which can be undone. */
export function toStart(db: Db, startsAt: Blast["startsAt"]): Partial<Blast> {
  if (startsAt && timestampMs(startsAt) > db.now()) return { startsAt };
  const undoUntil = timestampFromMs(db.now() + undoTime);
  return { startsAt: undoUntil, undoUntil };
}

/** Back to the desk of whoever wrote it. */
export function toDraft(blast: Blast): Partial<Blast> {
  delete blast.startsAt;
  delete blast.undoUntil;
  return { state: BlastState.DRAFT, scheduledByName: "", scheduledCount: 0, approvedByName: "" };
}
