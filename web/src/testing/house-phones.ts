// The handset of the house in memory, and its bot.

import { clone, create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { ConnectRouter } from "@connectrpc/connect";
import type { Answer } from "../gen/parlor/v1/answer_pb";
import type { TextCommunity } from "../gen/parlor/v1/community_pb";
import {
  Author,
  ConversationSchema,
  ConversationState,
  Direction,
  MessageStatus,
} from "../gen/parlor/v1/conversation_pb";
import { EscalationSchema, EscalationState } from "../gen/parlor/v1/escalation_pb";
import { EventKind } from "../gen/parlor/v1/event_service_pb";
import {
  type HandsetMessage,
  HandsetMessageSchema,
  HandsetService,
} from "../gen/parlor/v1/handset_service_pb";
import { caller, notFound, type Rooms } from "./house";
import { createMessage } from "./questions";
import { decidedSteps, type Match, step } from "./steps";

const sure = 0.5;
/** What is less alike is not suggested. */
const near = 0.2;
const small = new Set(
  "a an and are can do does how i in is it my of on or the to what when who".split(" "),
);

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  return new Set(words.filter((word) => !small.has(word)).map((word) => word.replace(/s$/, "")));
}

function likeness(text: string, answer: Answer): number {
  const asked = wordsOf(text);
  const known = wordsOf([answer.question, ...answer.samples].join(" "));
  const common = [...asked].filter((word) => known.has(word)).length;
  return asked.size === 0 ? 0 : Math.min(0.97, common / Math.min(asked.size, known.size || 1));
}

function rank(rooms: Rooms, communityId: string, text: string): Match[] {
  return ranked(
    rooms.answers.filter((answer) => answer.communityId === communityId),
    text,
  );
}

/** The answers that have words of a text, the likeliest first. */
export function ranked(answers: readonly Answer[], text: string): Match[] {
  return answers
    .map((answer) => ({ answer, confidence: likeness(text, answer) }))
    .filter(({ confidence }) => confidence > 0)
    .sort((one, other) => other.confidence - one.confidence);
}

/** What the bot would reply with, if it would. */
export function bestOf(answers: readonly Answer[], text: string): Match | undefined {
  return ranked(answers, text).find(({ confidence }) => confidence >= sure);
}

export function phones(router: ConnectRouter, rooms: Rooms): void {
  const key = (phone: string, number: string) => `${phone} ${number}`;
  const threadOf = (phone: string, number: string) => {
    const thread = rooms.handset.get(key(phone, number)) ?? [];
    rooms.handset.set(key(phone, number), thread);
    return thread;
  };

  function escalate(
    community: TextCommunity,
    phone: string,
    { body: text, steps }: HandsetMessage,
    best?: Match,
  ) {
    const now = rooms.now();
    const conversationId = `handset-${community.id}-${phone}`;
    const message = createMessage({
      id: rooms.id("m"),
      author: Author.RESIDENT,
      body: text,
      at: now,
      steps,
    });
    const messages = rooms.messages.get(conversationId) ?? [];
    rooms.messages.set(conversationId, [...messages, message]);
    if (!rooms.conversations.some(({ id }) => id === conversationId)) {
      rooms.conversations.push(
        create(ConversationSchema, {
          id: conversationId,
          communityId: community.id,
          communityLabel: community.label,
          phone,
          state: ConversationState.OPEN,
        }),
      );
    }
    const suggested = best && best.confidence > near ? best : undefined;
    const escalation = create(EscalationSchema, {
      id: rooms.id("escalation"),
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
    rooms.escalations.push(escalation);
    rooms.tell(EventKind.ESCALATION, community.id, escalation.id);
  }

  function decide(community: TextCommunity, inbound: HandsetMessage, phone: string) {
    const matches = rank(rooms, community.id, inbound.body);
    const [best, next] = matches;
    const answered = !community.isTraining && (best?.confidence ?? 0) >= sure;
    const now = rooms.now();
    const at = timestampFromMs(now);
    const thread = threadOf(phone, community.number);
    const told = create(HandsetMessageSchema, {
      decision: {
        answerId: best?.answer.id ?? "",
        question: best?.answer.question ?? "",
        source: best?.answer.source ?? "",
        confidence: best?.confidence ?? 0,
        nextQuestion: next?.answer.question ?? "",
        nextConfidence: next?.confidence ?? 0,
        tookMs: BigInt(rooms.thinks),
        answered,
      },
      steps: [...inbound.steps, ...decidedSteps(community, matches, answered, now)],
    });
    const decided = clone(HandsetMessageSchema, inbound);
    thread[thread.indexOf(inbound)] = Object.assign(decided, {
      decision: told.decision,
      steps: told.steps,
    });
    if (!answered) escalate(community, phone, decided, best);
    thread.push(
      create(HandsetMessageSchema, {
        id: rooms.id("reply"),
        direction: Direction.OUTBOUND,
        body: answered
          ? (best?.answer.answer ?? "")
          : "I don’t have that written down, so I’m asking the office. Someone will reply here today.",
        status: MessageStatus.DELIVERED,
        sentAt: at,
      }),
    );
    rooms.tell(EventKind.CONVERSATION, community.id, phone);
  }

  router.service(HandsetService, {
    sendHandsetMessage({ from, to, body }, context) {
      caller(rooms, context);
      const community = rooms.communities.find(({ number }) => number === to);
      if (!community) throw notFound();
      const message = create(HandsetMessageSchema, {
        id: rooms.id("text"),
        direction: Direction.INBOUND,
        body,
        status: MessageStatus.RECEIVED,
        sentAt: timestampFromMs(rooms.now()),
        steps: [step("received", `The text came to ${to} and was stored.`, rooms.now())],
      });
      threadOf(from, to).push(message);
      setTimeout(() => decide(community, message, from), rooms.thinks);
      rooms.tell(EventKind.CONVERSATION, community.id, from);
      return { message };
    },
    listHandsetMessages({ phone, number }, context) {
      caller(rooms, context);
      const threads = [...rooms.handset].filter(([name]) =>
        number ? name === key(phone, number) : name.startsWith(`${phone} `),
      );
      return { messages: threads.flatMap(([, messages]) => messages) };
    },
  });
}
