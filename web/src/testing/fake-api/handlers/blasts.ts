// Text blasts in the fake API. Nothing is sent automatically: the test decides what happens next.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter, HandlerContext } from "@connectrpc/connect";
import {
  type Blast,
  BlastPictureSchema,
  BlastSchema,
  BlastState,
} from "../../../gen/parlor/v1/blast_pb";
import { BlastService } from "../../../gen/parlor/v1/blast_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { LinkService } from "../../../gen/parlor/v1/link_service_pb";
import { hasOutcome, toRecipients } from "../blast-recipients";
import {
  consentText,
  delayed,
  findBlast,
  linkTime,
  refuse,
  requireApprover,
  requireRoom,
  requireState,
  requireVersion,
  review,
  toPreview,
  toTime,
} from "../blast-review";
import { countRecipients, needsApproval, toDraft, toStart, toView } from "../blast-rules";
import type { Db } from "../db";
import { fieldError } from "../errors";
import { fullName, requireAccount } from "../lookup";

export function registerBlastHandlers(router: ConnectRouter, db: Db): void {
  const open = (id: string, context: HandlerContext) => {
    const { user } = requireAccount(db, context);
    const blast = findBlast(db, id);
    /** Changes the blast and publishes an event. */
    const change = (part: Partial<Blast>) => {
      Object.assign(blast, part, { version: blast.version + 1 });
      db.publish(EventKind.BLAST, "", id);
      return { blast: toView(blast, user) };
    };
    return { blast, user, change };
  };

  router.service(LinkService, {
    createShortLink({ url, campaign }) {
      const code = String(db.id(`link-${campaign}-${url}`).length).padStart(8, "a");
      return { url: `https://parlor.example/s/${code}` };
    },
  });
  router.service(BlastService, {
    listBlasts({ states }, context) {
      const { user } = requireAccount(db, context);
      const found = db.blasts.filter(({ state }) => states.length === 0 || states.includes(state));
      return { blasts: found.map((blast) => toView(blast, user)) };
    },
    getBlast({ id }, context) {
      const { blast, user } = open(id, context);
      return { blast: toView(blast, user) };
    },
    createBlast({ $typeName: _, audience, pictureOfBlastId, ...draft }, context) {
      const { user } = requireAccount(db, context);
      const picture = pictureOfBlastId ? open(pictureOfBlastId, context).blast.picture : undefined;
      const blast = create(BlastSchema, {
        ...draft,
        ...(draft.asksConsent && !draft.body ? { body: consentText } : {}),
        ...(audience ? { audience } : {}),
        ...(picture ? { picture } : {}),
        id: db.id("blast"),
        state: BlastState.DRAFT,
        createdByName: fullName(user),
        createdAt: timestampFromMs(db.now()),
        version: 1,
      });
      db.blasts.unshift(blast);
      db.publish(EventKind.BLAST, "", blast.id);
      return { blast: toView(blast, user) };
    },
    updateBlast({ id, version, title, body, audience }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      requireVersion(blast, version);
      return change({
        ...(title === undefined ? {} : { title }),
        ...(body === undefined ? {} : { body }),
        ...(audience ? { audience } : {}),
      });
    },
    setBlastPicture({ id, version, data }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      requireVersion(blast, version);
      const size = { width: 1200, height: 800, sizeBytes: data.length };
      return change({
        picture: create(BlastPictureSchema, { url: data, thumbnailUrl: data, ...size }),
      });
    },
    deleteBlastPicture({ id }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      delete blast.picture;
      return change({});
    },
    deleteBlast({ id }, context) {
      const { blast } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      db.blasts = db.blasts.filter((other) => other !== blast);
      db.publish(EventKind.BLAST, "", id);
      return {};
    },
    reviewBlast({ id, startsAtLocal }, context) {
      const { blast, user } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      return review(db, blast, user, startsAtLocal);
    },
    listBlastRecipients({ id, exclusion, outcome, ...later }, context) {
      const { blast, user } = open(id, context);
      if (later.delay) return { recipients: delayed(db, blast, user, later) };
      if (exclusion && outcome) throw fieldError("outcome", "Choose one of them.");
      const found = toRecipients(db, blast).filter(
        (one) => one.exclusion === exclusion && hasOutcome(one, outcome),
      );
      return { recipients: found };
    },
    listBlastPreviews({ id, query }, context) {
      const { blast } = open(id, context);
      const words = query.toLowerCase();
      const found = toRecipients(db, blast)
        .filter(({ exclusion }) => !exclusion)
        .filter(({ name, phone }) => `${name} ${phone}`.toLowerCase().includes(words));
      return { previews: found.map((recipient) => toPreview(blast, recipient)) };
    },
    sendBlastTest({ id }, context) {
      const { blast, user } = open(id, context);
      if (!user.phone) throw refuse("NO_PHONE", "Add a phone number to your profile.");
      return { phone: user.phone, text: review(db, blast, user).previews[0]?.text ?? "" };
    },
    scheduleBlast({ id, version, startsAtLocal, isEmergency, emergencyReason }, context) {
      const startsAt = startsAtLocal ? timestampFromMs(toTime(startsAtLocal)) : undefined;
      const { blast, user, change } = open(id, context);
      requireState(blast, [BlastState.DRAFT], "BLAST_NOT_DRAFT");
      requireVersion(blast, version);
      if (startsAt && timestampMs(startsAt) <= db.now()) {
        throw fieldError("startsAtLocal", "Choose a time in the future.");
      }
      requireRoom(db, blast, user, startsAt ? timestampMs(startsAt) : db.now());
      const start = needsApproval(db, blast, user)
        ? { state: BlastState.AWAITING_APPROVAL, startsAt: startsAt ?? timestampFromMs(db.now()) }
        : { state: BlastState.SCHEDULED, ...toStart(db, startsAt) };
      return change({
        ...{ ...start, isEmergency, emergencyReason, rejectionNote: "" },
        scheduledByName: fullName(user),
        scheduledCount: countRecipients(db, blast),
      });
    },
    approveBlast({ id, version }, context) {
      const { blast, user, change } = open(id, context);
      requireApprover(blast, user, version);
      const start = toStart(db, blast.startsAt);
      return change({ ...start, state: BlastState.SCHEDULED, approvedByName: fullName(user) });
    },
    rejectBlast({ id, version, note }, context) {
      const { blast, user, change } = open(id, context);
      requireApprover(blast, user, version);
      return change({ ...toDraft(blast), rejectionNote: note });
    },
    unscheduleBlast({ id }, context) {
      const { blast, change } = open(id, context);
      const waiting = [BlastState.SCHEDULED, BlastState.AWAITING_APPROVAL];
      requireState(blast, waiting, "BLAST_STARTED");
      return change(toDraft(blast));
    },
    pauseBlast({ id }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.RUNNING], "BLAST_NOT_RUNNING");
      return change({ state: BlastState.PAUSED });
    },
    resumeBlast({ id }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.PAUSED], "BLAST_NOT_PAUSED");
      return change({ state: BlastState.RUNNING });
    },
    retryBlast({ id }, context) {
      const { blast, change } = open(id, context);
      requireState(blast, [BlastState.FINISHED], "BLAST_NOT_FINISHED");
      const { counts, retryableCount } = blast;
      if (!counts || retryableCount === 0) throw refuse("NOTHING_TO_RETRY", "Nobody is left.");
      counts.failed -= retryableCount;
      counts.pending += retryableCount;
      delete blast.finishedAt;
      const after = change({ state: BlastState.RUNNING, retryableCount: 0 });
      return { ...after, retriedCount: retryableCount };
    },
    exportBlast({ id, pageToken }, context) {
      const { blast } = open(id, context);
      if (!blast.counts) throw refuse("BLAST_NOT_STARTED", "It has not started.");
      const start = Number(pageToken);
      const count = toRecipients(db, blast).length;
      const end = Math.min(start + db.exportRows, count);
      return {
        url: `https://parlor.example/files/${db.id("blast-export")}`,
        expiresAt: timestampFromMs(db.now() + linkTime),
        rowCount: end - start,
        nextPageToken: end < count ? String(end) : "",
      };
    },
    cancelBlast({ id }, context) {
      const { blast, change } = open(id, context);
      const { AWAITING_APPROVAL, SCHEDULED, RUNNING, PAUSED } = BlastState;
      requireState(blast, [AWAITING_APPROVAL, SCHEDULED, RUNNING, PAUSED], "BLAST_FINISHED");
      const { counts } = blast;
      if (counts) Object.assign(counts, { canceled: counts.pending, pending: 0 });
      return change({ state: BlastState.CANCELED, finishedAt: timestampFromMs(db.now()) });
    },
  });
}
