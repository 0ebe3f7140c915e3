// Web chats of the fake API, and their settings.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { TextCommunity } from "../../../gen/parlor/v1/community_pb";
import { InboxPriority } from "../../../gen/parlor/v1/inbox_priority_pb";
import {
  type WebChat,
  WebChatAuthor,
  type WebChatMessage,
  WebChatMessageSchema,
  WebChatSchema,
  WebChatState,
} from "../../../gen/parlor/v1/web_chat_pb";
import { type WebChatSite, WebChatSiteSchema } from "../../../gen/parlor/v1/web_chat_site_pb";

const minute = 60_000;

/** Settings of a community that were never saved. */
function defaultSite({ id, label }: TextCommunity): WebChatSite {
  return create(WebChatSiteSchema, {
    communityId: id,
    communityLabel: label,
    title: `Chat with ${label}`,
    greeting: "How can we help?",
    color: "#1f5f4a",
  });
}

const saved: Record<string, Partial<WebChatSite>> = {
  harbor: {
    key: "7d1f0c52a94e4b6e8f2b60c1d35a9e44",
    isEnabled: true,
    allowedOrigins: ["https://www.harbor-row.example"],
    version: 2,
  },
  quarry: { key: "0b9c4ef1a25d47c38e6f90d1b7a24c53", version: 1 },
};

/** Harbor Row has a chat, that of Quarry Hill Tower is off, and others have none. */
export function createWebChatSites(communities: readonly TextCommunity[]): WebChatSite[] {
  return communities.map((community) => Object.assign(defaultSite(community), saved[community.id]));
}

type SeedMessage = [author: WebChatAuthor, body: string, more?: Partial<WebChatMessage>];

type SeedChat = {
  minutes: number;
  more: Partial<WebChat>;
  messages: readonly SeedMessage[];
};

const { VISITOR, BOT, STAFF } = WebChatAuthor;

const seedChats: readonly SeedChat[] = [
  {
    minutes: 12,
    more: {
      name: "Nadia Holt",
      email: "nadia.holt@mail.example",
      page: "https://www.harbor-row.example/amenities",
    },
    messages: [
      [VISITOR, "When is the pool open?", { botNote: "Answered “When is the pool open?”." }],
      [BOT, "The pool is open from 7 AM to 10 PM every day."],
      [VISITOR, "Can I bring my own grill?", { botNote: "No matching answer; sent to your team." }],
      [BOT, "Let me check with the office. Someone will reply here."],
    ],
  },
  {
    minutes: 95,
    more: { page: "https://www.harbor-row.example" },
    messages: [
      [VISITOR, "parking", { botNote: "Asked which question was meant." }],
      [
        BOT,
        "Did you mean one of these?",
        {
          choices: [
            "How do I get a second parking permit?",
            "Who tows, and how do I get my car back?",
          ],
        },
      ],
      [VISITOR, "How do I get a second parking permit?"],
      [BOT, "Each home has one permit. A second one is $40 a month, while spots last."],
    ],
  },
  {
    minutes: 900,
    more: { email: "lee.park@mail.example", isAfterHours: true },
    messages: [
      [VISITOR, "Is the guest suite free on Friday?"],
      [STAFF, "Yes, it is.", { authorName: "Marcus Bell" }],
    ],
  },
  {
    minutes: 2000,
    more: { isTest: true },
    messages: [
      [VISITOR, "Does the chat work?"],
      [BOT, "Yes. Ask me about your community."],
    ],
  },
];

export type WebChats = {
  /** The chat with the newest message first. */
  webChats: WebChat[];
  /** Messages by chat, oldest first. */
  webChatMessages: Map<string, WebChatMessage[]>;
};

/** All chats are of Harbor Row. */
export function createWebChats(now: number): WebChats {
  const webChatMessages = new Map<string, WebChatMessage[]>();
  const webChats = seedChats.map(({ minutes, more, messages }, at) => {
    const id = `web-chat-${at}`;
    const startedAt = now - (minutes + messages.length) * minute;
    const sentAt = (place: number) => timestampFromMs(startedAt + (place + 1) * minute);
    webChatMessages.set(
      id,
      messages.map(([author, body, extra], place) => {
        const message = { id: `${id}-message-${place}`, author, body, sentAt: sentAt(place) };
        return Object.assign(create(WebChatMessageSchema, message), extra);
      }),
    );
    const chat = create(WebChatSchema, {
      id,
      communityId: "harbor",
      communityLabel: "Harbor Row",
      state: WebChatState.BOT,
      priority: InboxPriority.NORMAL,
      snippet: messages.at(-1)?.[1] ?? "",
      messageCount: messages.length,
      startedAt: sentAt(0),
      lastMessageAt: sentAt(messages.length - 1),
      seenAt: sentAt(messages.length - 1),
    });
    return Object.assign(chat, more);
  });
  return { webChats, webChatMessages };
}
