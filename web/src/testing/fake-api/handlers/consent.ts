// Consent of phones in the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { fullName } from "../../../entities/session/session";
import {
  type Consent,
  ConsentEntrySchema,
  ConsentSchema,
  ConsentService,
  ConsentSource,
  ConsentState,
} from "../../../gen/parlor/v1/consent_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import type { Db } from "../db";
import { createError, fieldError, notFound } from "../errors";
import { requireAccount } from "../lookup";
import { page } from "../paging";

const minEvidence = 10;
const staffSources: readonly ConsentSource[] = [
  ConsentSource.AGENT,
  ConsentSource.EMAIL,
  ConsentSource.PHONE,
];

const refusals = {
  OPT_IN_BY_RESIDENT_ONLY:
    "The resident opted out, and only they can undo it. Ask them to text START to the community's number.",
  ALREADY_OPTED_OUT: "This phone has already opted out of texts, so there is nothing to record.",
} as const;

export function registerConsentHandlers(router: ConnectRouter, db: Db): void {
  const conversationsOf = (phone: string) => db.conversations.filter((one) => one.phone === phone);
  const requireKnown = (phone: string) => {
    const isOnAccount = db.homeownerAccounts.some((account) => account.phones.includes(phone));
    if (!isOnAccount && conversationsOf(phone).length === 0) throw notFound();
  };
  /** The ledger, newest first. */
  const ledger = (phone: string) => db.consentEntries.get(phone) ?? [];
  const consentOf = (phone: string): Consent => {
    const [entry] = ledger(phone);
    if (!entry)
      return create(ConsentSchema, { phone, state: ConsentState.UNKNOWN, canOptIn: true });
    const isOptedOut = entry.state === ConsentState.OPTED_OUT;
    return create(ConsentSchema, {
      phone,
      state: entry.state,
      entry: clone(ConsentEntrySchema, entry),
      canOptIn: !isOptedOut || staffSources.includes(entry.source),
      ...(entry.recordedAt ? { since: entry.recordedAt } : {}),
    });
  };
  const refuse = (reason: keyof typeof refusals) =>
    createError(Code.FailedPrecondition, reason, refusals[reason]);

  router.service(ConsentService, {
    getConsent({ phone, limit, pageToken }) {
      requireKnown(phone);
      const { items, nextPageToken } = page(ledger(phone), limit, pageToken);
      const entries = items.map((entry) => clone(ConsentEntrySchema, entry));
      return { consent: consentOf(phone), entries, nextPageToken };
    },
    recordConsent({ phone, state, source, evidence, givenOn }, context) {
      const { user } = requireAccount(db, context);
      const isOptIn = state === ConsentState.OPTED_IN;
      if (isOptIn && evidence.trim().length < minEvidence)
        throw fieldError("evidence", "Say in 10 to 500 characters how they agreed to get texts.");
      requireKnown(phone);
      const before = consentOf(phone);
      if (isOptIn && !before.canOptIn) throw refuse("OPT_IN_BY_RESIDENT_ONLY");
      if (!isOptIn && before.state === ConsentState.OPTED_OUT) throw refuse("ALREADY_OPTED_OUT");
      const today = new Date(db.now()).toISOString().slice(0, 10);
      const entry = create(ConsentEntrySchema, {
        state,
        source,
        evidence: evidence.trim(),
        givenOn: givenOn || today,
        recordedBy: fullName(user),
        recordedAt: timestampFromMs(db.now()),
      });
      db.consentEntries.set(phone, [entry, ...ledger(phone)]);
      for (const conversation of conversationsOf(phone)) {
        conversation.optedOut = !isOptIn;
        db.publish(EventKind.CONVERSATION, conversation.communityId, conversation.id);
      }
      return { consent: consentOf(phone) };
    },
  });
}
