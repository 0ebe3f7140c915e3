// The open escalations of the fake API.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import {
  Author,
  type Conversation,
  ConversationSchema,
  ConversationState,
  Direction,
  type Message,
  MessagePhotoState,
  MessageSchema,
  MessageStatus,
  type Step,
  StepKind,
} from "../../../gen/parlor/v1/conversation_pb";
import {
  type Escalation,
  EscalationPriority,
  EscalationSchema,
  EscalationState,
} from "../../../gen/parlor/v1/escalation_pb";
import { HomeownerKind } from "../../../gen/parlor/v1/homeowner_kind_pb";
import { step } from "./decision-steps";

type SeedQuestion = {
  who: string;
  unit: string;
  email?: string;
  community: string;
  minutes: number;
  question: string;
  claimedBy?: [string, string];
  suggested?: [answer: string, question: string, source: string, confidence: number];
};

const seedQuestions: readonly SeedQuestion[] = [
  {
    who: "Theo Lindqvist",
    unit: "1107",
    community: "quarry",
    minutes: 192,
    question:
      "Water is coming through the bathroom ceiling, from 1207 I think. Who do I call right now?",
    claimedBy: ["marcus", "Marcus Bell"],
  },
  {
    who: "Priya Raman",
    unit: "4B",
    email: "priya.raman@mail.example",
    community: "larkspur",
    minutes: 160,
    question: "Hi! Can I put a ring doorbell on my front door or do I have to ask the board first?",
    suggested: [
      "Yes. A doorbell camera is fine without board approval as long as it is battery-powered, fits the existing frame and sees only your own doorway. Please don’t drill into the hallway trim.",
      "Can I install a doorbell camera?",
      "Architectural rules, §6.3",
      0.72,
    ],
  },
  {
    who: "Josephine Abara",
    unit: "212",
    community: "harbor",
    minutes: 85,
    question:
      "My fob stopped opening the pool gate after yesterday’s power cut. Front door still works.",
  },
  {
    who: "R. Castellanos",
    unit: "PH 2",
    community: "alder",
    minutes: 58,
    question: "What do I owe for the special assessment, and can it be split in two payments?",
  },
  {
    who: "Wen & Hal Petrie",
    unit: "17",
    community: "fenwick",
    minutes: 22,
    question: "Is Saturday’s bulk pick-up still on with the holiday?",
    suggested: [
      "Every first Saturday of the month, at the loading dock before 8 AM.",
      "When is bulk pick-up?",
      "",
      0.41,
    ],
  },
  {
    who: "Amina Dahl",
    unit: "305",
    community: "larkspur",
    minutes: 14,
    question: "Could I book the guest suite for the second week of January for my parents?",
  },
  {
    who: "",
    unit: "",
    community: "saltmarsh",
    minutes: 6,
    question: "The garage door code on the sign is not the one in the welcome letter.",
  },
];

export function createMessage(init: {
  id: string;
  author: Author;
  body: string;
  at: number;
  authorName?: string;
  status?: MessageStatus;
  steps?: Step[];
  /** Links to its photos. */
  photos?: readonly string[];
}): Message {
  const inbound = init.author === Author.RESIDENT;
  return create(MessageSchema, {
    id: init.id,
    author: init.author,
    authorName: init.authorName ?? "",
    body: init.body,
    sentAt: timestampFromMs(init.at),
    direction: inbound ? Direction.INBOUND : Direction.OUTBOUND,
    steps: init.steps ?? [],
    photos: (init.photos ?? []).map((url, at) => ({
      id: `${init.id}-photo-${at}`,
      state: MessagePhotoState.READY,
      url,
      thumbnailUrl: url,
    })),
    status: init.status ?? (inbound ? MessageStatus.RECEIVED : MessageStatus.DELIVERED),
  });
}

type SeedThreads = { conversations: Conversation[]; messages: Map<string, Message[]> };
type SeedEscalations = SeedThreads & { escalations: Escalation[] };

export function createEscalations(
  communities: readonly TextCommunity[],
  now: number,
): SeedEscalations {
  const conversations: Conversation[] = [];
  const messages = new Map<string, Message[]>();
  const escalations = seedQuestions.map((one, at) => {
    const community = communities.find(({ id }) => id === one.community);
    const phone = `+1503555${String(140 + at).padStart(4, "0")}`;
    const askedAt = now - one.minutes * 60_000;
    const resident = {
      name: one.who,
      unit: one.unit,
      kind: one.who ? HomeownerKind.OWNER : HomeownerKind.UNSPECIFIED,
      email: one.email ?? "",
    };
    const conversation = create(ConversationSchema, {
      id: `conversation-${at}`,
      communityId: one.community,
      communityLabel: community?.label ?? "",
      phone,
      resident,
      state: ConversationState.OPEN,
      preview: one.question.slice(0, 160),
      lastMessageAt: timestampFromMs(askedAt),
    });
    conversations.push(conversation);
    messages.set(conversation.id, [
      createMessage({
        id: `m-${at}-1`,
        author: Author.RESIDENT,
        body: one.question,
        at: askedAt,
        steps: [step(StepKind.ESCALATED, "No matching answer; sent to your team.", askedAt)],
      }),
      createMessage({
        id: `m-${at}-2`,
        author: Author.BOT,
        body: "Good question. I don’t have that written down, so I’m asking the office. Someone will reply here today.",
        at: askedAt + 2000,
      }),
    ]);
    const [answer, question, source, confidence] = one.suggested ?? ["", "", "", 0];
    return create(EscalationSchema, {
      id: `escalation-${at}`,
      communityId: one.community,
      communityLabel: community?.label ?? "",
      conversationId: conversation.id,
      messageId: `m-${at}-1`,
      phone,
      resident,
      priority: EscalationPriority.NORMAL,
      state: one.claimedBy ? EscalationState.CLAIMED : EscalationState.OPEN,
      question: one.question,
      suggestedAnswer: answer,
      suggestedQuestion: question,
      suggestedSource: source,
      suggestedConfidence: confidence,
      claimedById: one.claimedBy?.[0] ?? "",
      claimedBy: one.claimedBy?.[1] ?? "",
      askedAt: timestampFromMs(askedAt),
    });
  });
  return { conversations, messages, escalations };
}
