// Escalations in the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { Author, MessageStatus } from "../../../gen/parlor/v1/conversation_pb";
import {
  DismissReason,
  type Escalation,
  EscalationState,
  NotifyHomeownerDataSchema,
} from "../../../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../../../gen/parlor/v1/escalation_service_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import { MailStatus } from "../../../gen/parlor/v1/mail_service_pb";
import type { Db } from "../db";
import { createError, preconditionError } from "../errors";
import {
  addChatNotice,
  createNotice,
  maxPhotosOf,
  removeChatNotice,
  requireOpen,
  requireUnreviewed,
  timeOf,
  trainBot,
} from "../escalation-effects";
import {
  cloneEscalation,
  findEscalation,
  fullName,
  requireAccount,
  restoreEscalation,
  saveBeforeReview,
} from "../lookup";
import { createMessage } from "../seed/escalations";
import { hasTestTraffic } from "../test-traffic";

export function registerEscalationHandlers(router: ConnectRouter, db: Db): void {
  const publish = (escalation: Escalation) => {
    db.publish(EventKind.ESCALATION, escalation.communityId, escalation.id);
    return { escalation: cloneEscalation(escalation) };
  };
  const found = (communityId: string, reviewed: boolean) =>
    db.escalations.filter(
      (one) => one.reviewed === reviewed && (!communityId || one.communityId === communityId),
    );

  let exports = 0;
  router.service(EscalationService, {
    listEscalations({ reviewed, communityId, newestFirst, testTraffic }) {
      const which = reviewed ? "reviewedAt" : "askedAt";
      const turn = reviewed || newestFirst ? -1 : 1;
      const listed = found(communityId, reviewed).filter(({ isTest }) =>
        hasTestTraffic(isTest, testTraffic),
      );
      const escalations = listed.sort(
        (one, other) =>
          (reviewed ? 0 : other.priority - one.priority) ||
          turn * (timeOf(one, which) - timeOf(other, which)),
      );
      return { escalations: escalations.map(cloneEscalation) };
    },
    countEscalations({ communityId }) {
      const count = (reviewed: boolean) =>
        found(communityId, reviewed).filter(({ isTest }) => !isTest).length;
      return { open: count(false), reviewed: count(true), medianMinutesToAnswer: 42 };
    },
    countEscalationsByCommunity() {
      const counts = new Map<string, number>();
      for (const { communityId, isTest } of found("", false))
        if (!isTest) counts.set(communityId, (counts.get(communityId) ?? 0) + 1);
      return { counts: [...counts].map(([communityId, open]) => ({ communityId, open })) };
    },
    getEscalation({ id }) {
      return { escalation: cloneEscalation(findEscalation(db, id)) };
    },
    listSimilarAnswers({ id }) {
      findEscalation(db, id);
      return { answers: db.similarAnswers };
    },
    previewNotice({ id, answer, notificationType: channel }, context) {
      const { user } = requireAccount(db, context);
      const escalation = findEscalation(db, id);
      return {
        notice: createNotice(db, escalation, { answer, channel }, user),
        maxPhotos: maxPhotosOf(db, escalation, channel),
      };
    },
    exportEscalations() {
      return {
        escalationsFileLinkObj: {
          url: `https://parlor.example/files/export-${++exports}`,
          expiresAt: timestampFromMs(db.now() + 15 * 60_000),
          rowCount: db.escalations.length,
        },
      };
    },
    claimEscalation({ id }, context) {
      const { user } = requireAccount(db, context);
      const escalation = findEscalation(db, id);
      if (user.parlorRole !== "admin") requireOpen(escalation, user);
      escalation.state = EscalationState.CLAIMED;
      if (escalation.claimedById !== user.id) escalation.claimedAt = timestampFromMs(db.now());
      escalation.claimedById = user.id;
      escalation.claimedBy = fullName(user);
      return publish(escalation);
    },
    setEscalationPriority({ id, priority }) {
      const escalation = findEscalation(db, id);
      requireUnreviewed(escalation);
      escalation.priority = priority;
      return publish(escalation);
    },
    releaseEscalation({ id }, context) {
      const { user } = requireAccount(db, context);
      const escalation = findEscalation(db, id);
      if (escalation.claimedById !== user.id) {
        throw createError(Code.FailedPrecondition, "NOT_CLAIMED", "It is not claimed by you.");
      }
      escalation.state = EscalationState.OPEN;
      escalation.claimedById = "";
      escalation.claimedBy = "";
      delete escalation.claimedAt;
      return publish(escalation);
    },
    answerEscalation(request, context) {
      const { user } = requireAccount(db, context);
      const escalation = findEscalation(db, request.id);
      requireOpen(escalation, user);
      const { notify = false, notificationType: channel = "text" } =
        request.notifyHomeownerData ?? {};
      const noticeRequest = { answer: request.answer, channel };
      const { photos } = request;
      if (photos.length > maxPhotosOf(db, escalation, channel))
        throw preconditionError("PHOTOS_NOT_SUPPORTED");
      const notice = notify ? createNotice(db, escalation, noticeRequest, user) : undefined;
      saveBeforeReview(db, escalation);
      escalation.state = EscalationState.REVIEWED;
      escalation.answer = request.answer;
      escalation.question = request.question || escalation.question;
      escalation.botTrained = request.botTrained;
      escalation.reviewedBy = fullName(user);
      escalation.notifyHomeownerData = create(NotifyHomeownerDataSchema, {
        to: notice?.to ?? escalation.phone,
        notify,
        notificationType: channel,
      });
      if (notice && channel === "email") escalation.mailStatus = MailStatus.QUEUED;
      if (request.botTrained) trainBot(db, escalation, request.category, user);
      if (notice && escalation.webChatId)
        addChatNotice(db, escalation, { body: notice.body, photos }, user);
      else if (notice && channel !== "email") {
        db.messages.get(escalation.conversationId)?.push(
          createMessage({
            id: `notice-${escalation.id}`,
            author: Author.STAFF,
            authorName: fullName(user),
            body: notice.body,
            at: db.now(),
            status: MessageStatus.QUEUED,
            photos,
          }),
        );
        db.publish(EventKind.CONVERSATION, escalation.communityId, escalation.conversationId);
      }
      return { ...publish(escalation), ...(notice ? { notice } : {}) };
    },
    dismissEscalation({ id, reason }, context) {
      const { user } = requireAccount(db, context);
      const escalation = findEscalation(db, id);
      requireOpen(escalation, user);
      saveBeforeReview(db, escalation);
      escalation.state = EscalationState.DISMISSED;
      escalation.dismissedReason = reason || DismissReason.SPAM;
      escalation.reviewedBy = fullName(user);
      return publish(escalation);
    },
    undoEscalation({ id }) {
      const old = restoreEscalation(db, findEscalation(db, id));
      db.answers = db.answers.filter((answer) => answer.id !== `learned-${id}`);
      const messages = db.messages.get(old.conversationId) ?? [];
      db.messages.set(
        old.conversationId,
        messages.filter((message) => message.id !== `notice-${id}`),
      );
      removeChatNotice(db, old);
      db.publish(EventKind.ANSWER, old.communityId, `learned-${id}`);
      db.publish(EventKind.CONVERSATION, old.communityId, old.conversationId);
      return publish(old);
    },
  });
}
