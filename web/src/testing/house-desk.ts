// Escalations and conversations of the house in memory.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectRouter } from "@connectrpc/connect";
import { AnswerSchema } from "../gen/parlor/v1/answer_pb";
import { Author, MessageStatus } from "../gen/parlor/v1/conversation_pb";
import {
  DismissReason,
  type Escalation,
  EscalationState,
  NotifyHomeownerDataSchema,
} from "../gen/parlor/v1/escalation_pb";
import { EscalationService } from "../gen/parlor/v1/escalation_service_pb";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import { MailStatus } from "../gen/parlor/v1/mail_service_pb";
import type { User } from "../gen/parlor/v1/user_pb";
import { generalTopic } from "../lib/topics";
import { caller, copy, escalationOf, keepBefore, putBack, type Rooms, refusal } from "./house";
import { company } from "./people";
import { createMessage } from "./questions";
import { costlyCharacters, segmentsOf } from "./texts";

const nameOf = (user: User) => `${user.firstName} ${user.lastName}`;

function at(escalation: Escalation, which: "askedAt" | "reviewedAt"): number {
  const time = escalation[which];
  return time ? timestampMs(time) : 0;
}

type Wish = { answer: string; channel: string };

function noticeOf(rooms: Rooms, escalation: Escalation, { answer, channel }: Wish, user: User) {
  const first = escalation.resident?.name.split(" ")[0] ?? "";
  if (channel === "email") {
    if (!rooms.mailReady) {
      const words = "Your company has no e-mail set up yet.";
      throw refusal(Code.FailedPrecondition, "EMAIL_NOT_SET_UP", words);
    }
    const body = `Hi ${first},\n\n${answer}\n\n${user.firstName}, ${company.name}\n`;
    const to = escalation.resident?.email ?? "";
    return { to, body, subject: "Re: your question", segments: 0, costlyCharacters: [] };
  }
  const hello = first ? `Hi ${first}, about your question` : "About your question";
  const body = `${hello}: ${answer} - ${user.firstName}, ${company.name}`;
  return {
    to: escalation.phone,
    body,
    segments: segmentsOf(body),
    costlyCharacters: costlyCharacters(body),
  };
}

function mustBeOpen(escalation: Escalation, user: User): void {
  if (escalation.reviewed) {
    throw refusal(Code.FailedPrecondition, "ALREADY_REVIEWED", "It is reviewed already.");
  }
  if (escalation.claimedById && escalation.claimedById !== user.id) {
    throw refusal(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "Somebody else claimed it.");
  }
}

function learn(rooms: Rooms, escalation: Escalation, topic: string, user: User): void {
  const known = rooms.answers.find(
    (one) => one.communityId === escalation.communityId && one.question === escalation.question,
  );
  if (known) {
    known.answer = escalation.answer;
    known.topic = topic || known.topic;
    rooms.tell(EventKind.ANSWER, known.communityId, known.id);
    return;
  }
  rooms.answers.push(
    create(AnswerSchema, {
      id: `learned-${escalation.id}`,
      communityId: escalation.communityId,
      topic: topic || generalTopic,
      question: escalation.question,
      answer: escalation.answer,
      version: 1n,
      updatedBy: nameOf(user),
      updatedAt: timestampFromMs(rooms.now()),
    }),
  );
  rooms.tell(EventKind.ANSWER, escalation.communityId, `learned-${escalation.id}`);
}

export function desk(router: ConnectRouter, rooms: Rooms): void {
  const said = (escalation: Escalation) => {
    rooms.tell(EventKind.ESCALATION, escalation.communityId, escalation.id);
    return { escalation: copy(escalation) };
  };
  const found = (communityId: string, reviewed: boolean) =>
    rooms.escalations.filter(
      (one) => one.reviewed === reviewed && (!communityId || one.communityId === communityId),
    );

  router.service(EscalationService, {
    listEscalations({ reviewed, communityId, newestFirst, limit, pageToken }, context) {
      caller(rooms, context);
      const which = reviewed ? "reviewedAt" : "askedAt";
      const turn = reviewed || newestFirst ? -1 : 1;
      const escalations = found(communityId, reviewed).sort(
        (one, other) =>
          (reviewed ? 0 : Number(other.urgent) - Number(one.urgent)) ||
          turn * (at(one, which) - at(other, which)),
      );
      const [from, most] = [Number(pageToken), limit || 50];
      return {
        escalations: escalations.slice(from, from + most).map(copy),
        nextPageToken: from + most < escalations.length ? String(from + most) : "",
      };
    },
    countEscalations({ communityId }, context) {
      caller(rooms, context);
      return { open: found(communityId, false).length, reviewed: found(communityId, true).length };
    },
    getEscalation({ id }, context) {
      caller(rooms, context);
      return { escalation: copy(escalationOf(rooms, id)) };
    },
    previewNotice({ id, answer, notificationType: channel }, context) {
      const { user } = caller(rooms, context);
      return { notice: noticeOf(rooms, escalationOf(rooms, id), { answer, channel }, user) };
    },
    exportEscalations(_, context) {
      caller(rooms, context);
      return {
        escalationsFileLinkObj: {
          url: "https://parlor.example/files/export",
          expiresAt: timestampFromMs(rooms.now() + 15 * 60_000),
          rowCount: rooms.escalations.length,
        },
      };
    },
    claimEscalation({ id }, context) {
      const { user } = caller(rooms, context);
      const escalation = escalationOf(rooms, id);
      if (user.parlorRole !== "admin") mustBeOpen(escalation, user);
      escalation.state = EscalationState.CLAIMED;
      escalation.claimedById = user.id;
      escalation.claimedBy = nameOf(user);
      return said(escalation);
    },
    releaseEscalation({ id }, context) {
      const { user } = caller(rooms, context);
      const escalation = escalationOf(rooms, id);
      if (escalation.claimedById !== user.id) {
        throw refusal(Code.FailedPrecondition, "NOT_CLAIMED", "It is not claimed by you.");
      }
      escalation.state = EscalationState.OPEN;
      escalation.claimedById = "";
      escalation.claimedBy = "";
      return said(escalation);
    },
    answerEscalation(request, context) {
      const { user } = caller(rooms, context);
      const escalation = escalationOf(rooms, request.id);
      mustBeOpen(escalation, user);
      const { notify = false, notificationType: channel = "text" } =
        request.notifyHomeownerData ?? {};
      const wish = { answer: request.answer, channel };
      const notice = notify ? noticeOf(rooms, escalation, wish, user) : undefined;
      keepBefore(rooms, escalation);
      escalation.state = EscalationState.REVIEWED;
      escalation.answer = request.answer;
      escalation.question = request.question || escalation.question;
      escalation.botTrained = request.botTrained;
      escalation.reviewedBy = nameOf(user);
      escalation.notifyHomeownerData = create(NotifyHomeownerDataSchema, {
        to: notice?.to ?? escalation.phone,
        notify,
        notificationType: channel,
      });
      if (notice && channel === "email") escalation.mailStatus = MailStatus.QUEUED;
      if (request.botTrained) learn(rooms, escalation, request.topic, user);
      if (notice && channel !== "email") {
        rooms.messages.get(escalation.conversationId)?.push(
          createMessage({
            id: `notice-${escalation.id}`,
            author: Author.STAFF,
            authorName: nameOf(user),
            body: notice.body,
            at: rooms.now(),
            status: MessageStatus.QUEUED,
          }),
        );
        rooms.tell(EventKind.CONVERSATION, escalation.communityId, escalation.conversationId);
      }
      return { ...said(escalation), ...(notice ? { notice } : {}) };
    },
    dismissEscalation({ id, reason }, context) {
      const { user } = caller(rooms, context);
      const escalation = escalationOf(rooms, id);
      mustBeOpen(escalation, user);
      keepBefore(rooms, escalation);
      escalation.state = EscalationState.DISMISSED;
      escalation.dismissedReason = reason || DismissReason.SPAM;
      escalation.reviewedBy = nameOf(user);
      return said(escalation);
    },
    undoEscalation({ id }, context) {
      caller(rooms, context);
      const old = putBack(rooms, escalationOf(rooms, id));
      rooms.answers = rooms.answers.filter((answer) => answer.id !== `learned-${id}`);
      const messages = rooms.messages.get(old.conversationId) ?? [];
      rooms.messages.set(
        old.conversationId,
        messages.filter((message) => message.id !== `notice-${id}`),
      );
      rooms.tell(EventKind.ANSWER, old.communityId, `learned-${id}`);
      rooms.tell(EventKind.CONVERSATION, old.communityId, old.conversationId);
      return said(old);
    },
  });
}
