// What answering an escalation causes in the fake API: training and notices.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { generalCategory } from "../../entities/answer/categories";
import { AnswerSchema } from "../../gen/parlor/v1/answer_pb";
import type { Escalation } from "../../gen/parlor/v1/escalation_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import type { User } from "../../gen/parlor/v1/user_pb";
import { WebChatAuthor, WebChatMessageSchema } from "../../gen/parlor/v1/web_chat_pb";
import { countSegments, nonGsmCharacters } from "../../lib/sms-segments";
import type { Db } from "./db";
import { createError } from "./errors";
import { fullName } from "./lookup";
import { company } from "./seed/people";
import { maxTextPhotos } from "./text-photos";

export function timeOf(escalation: Escalation, which: "askedAt" | "reviewedAt"): number {
  const time = escalation[which];
  return time ? timestampMs(time) : 0;
}

type NoticeRequest = { answer: string; channel: string };

export function createNotice(
  db: Db,
  escalation: Escalation,
  { answer, channel }: NoticeRequest,
  user: User,
) {
  const first = escalation.resident?.name.split(" ")[0] ?? "";
  const thread = db.emailThreads.find(({ id }) => id === escalation.emailThreadId);
  if (channel === "email" || thread) {
    if (!db.canSendEmail && !thread) {
      const words = "Email is not set up for your company.";
      throw createError(Code.FailedPrecondition, "EMAIL_NOT_SET_UP", words);
    }
    const body = `Hi ${first},\n\n${answer}\n\n${user.firstName}, ${company.name}\n`;
    const to = escalation.resident?.email ?? "";
    return {
      to,
      body,
      subject: thread ? `Re: ${thread.subject}` : "Re: your question",
      segments: 0,
      costlyCharacters: [],
    };
  }
  if (escalation.webChatId) {
    const body = `${answer}\n\n${user.firstName}, ${company.name}`;
    return { to: "", body, segments: 0, costlyCharacters: [] };
  }
  const hello = first ? `Hi ${first}, about your question` : "About your question";
  const body = `${hello}: ${answer} - ${user.firstName}, ${company.name}`;
  return {
    to: escalation.phone,
    body,
    segments: countSegments(body),
    costlyCharacters: nonGsmCharacters(body),
  };
}

export function requireUnreviewed(escalation: Escalation): void {
  if (escalation.reviewed) {
    throw createError(Code.FailedPrecondition, "ALREADY_REVIEWED", "It is reviewed already.");
  }
}

export function requireOpen(escalation: Escalation, user: User): void {
  requireUnreviewed(escalation);
  if (escalation.claimedById && escalation.claimedById !== user.id) {
    throw createError(Code.FailedPrecondition, "CLAIMED_BY_ANOTHER", "Somebody else claimed it.");
  }
}

export function trainBot(db: Db, escalation: Escalation, category: string, user: User): void {
  const existing = db.answers.find(
    (one) => one.communityId === escalation.communityId && one.question === escalation.question,
  );
  if (existing) {
    existing.answer = escalation.answer;
    existing.category = category || existing.category;
    db.publish(EventKind.ANSWER, existing.communityId, existing.id);
    return;
  }
  db.answers.push(
    create(AnswerSchema, {
      id: `learned-${escalation.id}`,
      communityId: escalation.communityId,
      category: category || escalation.suggestedCategory || generalCategory,
      question: escalation.question,
      answer: escalation.answer,
      version: 1n,
      updatedBy: fullName(user),
      updatedAt: timestampFromMs(db.now()),
    }),
  );
  db.publish(EventKind.ANSWER, escalation.communityId, `learned-${escalation.id}`);
}

const chatNoticeId = ({ id }: Escalation) => `notice-${id}`;

/** Returns how many photos a notice can have. */
export function maxPhotosOf(db: Db, escalation: Escalation, channel: string): number {
  const isText = channel !== "email" && escalation.conversationId !== "";
  return isText ? maxTextPhotos(db) : 3;
}

/** Adds the answer to the chat, held until it can no longer be undone. */
export function addChatNotice(
  db: Db,
  escalation: Escalation,
  { body, photos }: { body: string; photos: readonly string[] },
  user: User,
): void {
  db.webChatMessages.get(escalation.webChatId)?.push(
    create(WebChatMessageSchema, {
      id: chatNoticeId(escalation),
      author: WebChatAuthor.STAFF,
      authorName: fullName(user),
      body,
      sentAt: timestampFromMs(db.now() + 10_000),
      photos: photos.map((url, at) => ({ id: `photo-${at}`, url, thumbnailUrl: url })),
    }),
  );
  db.publish(EventKind.WEB_CHAT, escalation.communityId, escalation.webChatId);
}

export function removeChatNotice(db: Db, escalation: Escalation): void {
  const { webChatId, communityId } = escalation;
  if (!webChatId) return;
  const messages = db.webChatMessages.get(webChatId) ?? [];
  db.webChatMessages.set(
    webChatId,
    messages.filter(({ id }) => id !== chatNoticeId(escalation)),
  );
  db.publish(EventKind.WEB_CHAT, communityId, webChatId);
}
