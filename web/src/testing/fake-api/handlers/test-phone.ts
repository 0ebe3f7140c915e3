// The test phone of the fake API.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import {
  Author,
  ConversationSchema,
  ConversationState,
  Direction,
  MessagePhotoState,
  MessageStatus,
  StepKind,
} from "../../../gen/parlor/v1/conversation_pb";
import { EscalationSchema, EscalationState } from "../../../gen/parlor/v1/escalation_pb";
import { EventKind } from "../../../gen/parlor/v1/event_service_pb";
import {
  type TestPhoneMessage,
  TestPhoneMessageSchema,
  TestPhoneService,
} from "../../../gen/parlor/v1/test_phone_service_pb";
import type { Db } from "../db";
import { notFound } from "../errors";
import { decidedSteps, step } from "../seed/decision-steps";
import { bestMatch, type Match, rankAnswers } from "../seed/decisions";
import { createMessage } from "../seed/escalations";

/** Minimum similarity of a suggested answer. */
const suggestThreshold = 0.2;

export function registerTestPhoneHandlers(router: ConnectRouter, db: Db): void {
  const key = (phone: string, number: string) => `${phone} ${number}`;
  const threadOf = (phone: string, number: string) => {
    const thread = db.testMessages.get(key(phone, number)) ?? [];
    db.testMessages.set(key(phone, number), thread);
    return thread;
  };

  function escalate(
    community: TextCommunity,
    phone: string,
    { body: text, steps }: TestPhoneMessage,
    best?: Match,
  ) {
    const now = db.now();
    const conversationId = `testPhone-${community.id}-${phone}`;
    const message = createMessage({
      id: db.id("m"),
      author: Author.RESIDENT,
      body: text,
      at: now,
      steps,
    });
    const messages = db.messages.get(conversationId) ?? [];
    db.messages.set(conversationId, [...messages, message]);
    if (!db.conversations.some(({ id }) => id === conversationId)) {
      db.conversations.push(
        create(ConversationSchema, {
          id: conversationId,
          communityId: community.id,
          communityLabel: community.label,
          phone,
          state: ConversationState.OPEN,
        }),
      );
    }
    const suggested = best && best.confidence > suggestThreshold ? best : undefined;
    const escalation = create(EscalationSchema, {
      id: db.id("escalation"),
      communityId: community.id,
      communityLabel: community.label,
      conversationId,
      messageId: message.id,
      phone,
      state: EscalationState.OPEN,
      question: text,
      suggestedAnswer: suggested?.answer.answer ?? "",
      suggestedQuestion: suggested?.answer.question ?? "",
      suggestedSource: suggested?.answer.source ?? "",
      suggestedConfidence: suggested?.confidence ?? 0,
      askedAt: timestampFromMs(now),
    });
    db.escalations.push(escalation);
    db.publish(EventKind.ESCALATION, community.id, escalation.id);
  }

  function decide(community: TextCommunity, inbound: TestPhoneMessage, phone: string) {
    const answers = db.answers.filter(({ communityId }) => communityId === community.id);
    const matches = rankAnswers(answers, inbound.body);
    const [best, next] = matches;
    const answered = !community.isTraining && bestMatch(answers, inbound.body) !== undefined;
    const now = db.now();
    const at = timestampFromMs(now);
    const thread = threadOf(phone, community.number);
    const explanation = create(TestPhoneMessageSchema, {
      decision: {
        answerId: best?.answer.id ?? "",
        question: best?.answer.question ?? "",
        source: best?.answer.source ?? "",
        confidence: best?.confidence ?? 0,
        nextQuestion: next?.answer.question ?? "",
        nextConfidence: next?.confidence ?? 0,
        tookMs: BigInt(db.replyDelay),
        answered,
      },
      steps: [...inbound.steps, ...decidedSteps(community, matches, answered, now)],
    });
    const decided = clone(TestPhoneMessageSchema, inbound);
    thread[thread.indexOf(inbound)] = Object.assign(decided, {
      decision: explanation.decision,
      steps: explanation.steps,
    });
    if (!answered) escalate(community, phone, decided, best);
    thread.push(
      create(TestPhoneMessageSchema, {
        id: db.id("reply"),
        direction: Direction.OUTBOUND,
        body: answered
          ? (best?.answer.answer ?? "")
          : "I don’t have that written down, so I’m asking the office. Someone will reply here today.",
        status: MessageStatus.DELIVERED,
        sentAt: at,
      }),
    );
    db.publish(EventKind.CONVERSATION, community.id, phone);
  }

  router.service(TestPhoneService, {
    sendTestPhoneMessage({ from, to, body, photos }) {
      const community = db.communities.find(({ number }) => number === to);
      if (!community) throw notFound();
      const message = create(TestPhoneMessageSchema, {
        id: db.id("text"),
        direction: Direction.INBOUND,
        body: body || "(photo)",
        status: MessageStatus.RECEIVED,
        photos: photos.map((url) => ({
          id: db.id("photo"),
          state: MessagePhotoState.READY,
          contentType: "image/jpeg",
          url,
          thumbnailUrl: url,
        })),
        sentAt: timestampFromMs(db.now()),
        steps: [step(StepKind.RECEIVED, `Received at ${to} and stored.`, db.now())],
      });
      threadOf(from, to).push(message);
      setTimeout(() => decide(community, message, from), db.replyDelay);
      db.publish(EventKind.CONVERSATION, community.id, from);
      return { message };
    },
    listTestPhoneMessages({ phone, number }) {
      const threads = [...db.testMessages].filter(([name]) =>
        number ? name === key(phone, number) : name.startsWith(`${phone} `),
      );
      return { messages: threads.flatMap(([, messages]) => messages) };
    },
  });
}
