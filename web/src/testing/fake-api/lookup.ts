// Lookups in the database that several handlers share.

import { clone, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, type HandlerContext } from "@connectrpc/connect";
import { type Escalation, EscalationSchema } from "../../gen/parlor/v1/escalation_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import type { Db } from "./db";
import { createError, notFound } from "./errors";
import type { Account } from "./seed/people";

export const fullName = ({ firstName, lastName }: User) => `${firstName} ${lastName}`;

export function tokenFor(userId: string): string {
  return `token-${userId}`;
}

/** Returns the caller's account. Fails with UNAUTHENTICATED without a session. */
export function findAccount(db: Db, header: Headers): Account {
  const token = header.get("usertoken") ?? "";
  const account = db.accounts.find(({ user }) => tokenFor(user.id) === token);
  if (!account || db.endedSessions.has(token)) {
    throw createError(Code.Unauthenticated, "NOT_SIGNED_IN", "Please log in again.");
  }
  return account;
}

/** Returns the account of a caller that the guard has authenticated. */
export function requireAccount(db: Db, context: HandlerContext): Account {
  return findAccount(db, context.requestHeader);
}

export function findCommunity(db: Db, id: string) {
  const found = db.communities.find((community) => community.id === id);
  if (!found) throw notFound();
  return found;
}

export function findEscalation(db: Db, id: string): Escalation {
  const found = db.escalations.find((escalation) => escalation.id === id);
  if (!found) throw notFound();
  return found;
}

export function saveBeforeReview(db: Db, escalation: Escalation): void {
  db.beforeReview.set(escalation.id, toBinary(EscalationSchema, escalation));
  escalation.reviewedAt = timestampFromMs(db.now());
  escalation.undoUntil = timestampFromMs(db.now() + 10_000);
  escalation.reviewed = true;
}

export function restoreEscalation(db: Db, escalation: Escalation): Escalation {
  const before = db.beforeReview.get(escalation.id);
  const until = escalation.undoUntil ? timestampMs(escalation.undoUntil) : 0;
  if (!before) throw createError(Code.FailedPrecondition, "NOTHING_TO_UNDO", "Nothing to undo.");
  if (db.now() > until) throw createError(Code.FailedPrecondition, "UNDO_TOO_LATE", "Too late.");
  const old = fromBinary(EscalationSchema, before);
  db.escalations[db.escalations.indexOf(escalation)] = old;
  db.beforeReview.delete(escalation.id);
  return old;
}

/** Returns a copy, so that later changes don't affect a response. */
export function cloneEscalation(escalation: Escalation): Escalation {
  return clone(EscalationSchema, escalation);
}
