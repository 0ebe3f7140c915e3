// A visitor's chat with a server that tests change.

import { vi } from "vitest";
import type { Calls, Chat } from "../widget/calls";
import { VisitorChat } from "../widget/chat";
import type { SignedVisitor } from "../widget/signed-visitor";
import type { State } from "../widget/state";
import { createVisitorStorage } from "../widget/visitor-storage";
import { chatOf, message, settings } from "./web-chat-samples";

const widget = settings;

/** A server with one chat, which the tests change. The visitor may be signed in on the website. */
export function openChat(chat?: Chat, signedVisitor?: SignedVisitor) {
  const server = { chat };
  const calls = {
    open: vi.fn<Calls["open"]>(async (token) =>
      token && server.chat ? { widget, chat: server.chat } : { widget },
    ),
    start: vi.fn<Calls["start"]>(async ({ body }) => {
      server.chat ??= chatOf([message("VISITOR", body)], { isBotWriting: true });
      return server.chat;
    }),
    send: vi.fn<Calls["send"]>(async (_, content) =>
      message(
        "VISITOR",
        "choice" in content ? `choice ${content.choice}` : (content.body ?? ""),
        1,
      ),
    ),
    listMessages: vi.fn<Calls["listMessages"]>(async () => server.chat ?? chatOf([])),
    updateContact: vi.fn<Calls["updateContact"]>(async (_, contact) => contact),
    reportTyping: vi.fn<Calls["reportTyping"]>(async () => ({})),
    verify: vi.fn<Calls["verify"]>(async (_, { email }) => verificationOf(email)),
  };
  const storage = createVisitorStorage("key-1");
  const returned: string[] = [];
  const onLeave = vi.fn<() => void>();
  let state: State | undefined;
  const page = () => "https://a.example/pool";
  const visitor = new VisitorChat({
    calls,
    storage,
    page,
    isTest: false,
    signedVisitor: () => signedVisitor,
    onChange: (next) => {
      state = next;
    },
    onReturn: (text, photos) => returned.push([text, ...photos].join(" ")),
    onLeave,
  });
  const bodies = () => (state ?? visitor.state).messages.map(({ body }) => body);
  return { visitor, calls, storage, server, returned, onLeave, bodies };
}

export const settle = () => vi.advanceTimersByTimeAsync(0);

export const ann = {
  email: "Ann@mail.example",
  name: "Ann",
  expires: "1772463600",
  signature: "a".repeat(64),
};

/** What the server answers for the coming half hour. */
export function verificationOf(email: string) {
  const verifiedUntil = new Date(Date.now() + 1_800_000).toISOString();
  return { verifiedEmail: email.toLowerCase(), verifiedUntil };
}
