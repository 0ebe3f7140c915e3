// The chats of visitors, as staff read them.

import { create } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { Code } from "@connectrpc/connect";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { DashboardOption } from "../../gen/parlor/options/v1/screen_pb";
import { EventKind } from "../../gen/parlor/v1/event_service_pb";
import { WebChatAuthor, WebChatMessageSchema } from "../../gen/parlor/v1/web_chat_pb";
import {
  VerifiedVisitorSchema,
  WebChatVerification,
} from "../../gen/parlor/v1/web_chat_visitor_pb";
import { createError } from "../../testing/fake-api/errors";
import { allow, visit } from "../../testing/visit";
import { escalateNadiasQuestion, nadiasChat } from "../../testing/web-chats";

const loadTimeout = { timeout: 60_000 };

type Prepare = NonNullable<NonNullable<Parameters<typeof visit>[1]>["prepare"]>;

function open(query = "", prepare?: Prepare) {
  return visit(`/webChat?tab=chats${query}`, {
    prepare: (api) => {
      allow(DashboardOption.WEBCHAT)(api);
      prepare?.(api);
    },
  });
}

const list = async () => within(await screen.findByRole("region", { name: "Chats" }, loadTimeout));
const chat = async (visitor: string) =>
  within(await screen.findByRole("log", { name: `Web chat with ${visitor}` }, loadTimeout));

test("chats are listed by their last message, with what visitors gave of themselves", async () => {
  open();
  const rows = await list();
  const links = await rows.findAllByRole("link", {}, loadTimeout);
  const texts = links.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Nadia Holt.*Let me check.*Harbor Row.*4 messages/);
  expect(texts[1]).toMatch(/^Visitor/);
  expect(texts[2]).toMatch(/^lee\.park@mail\.example.*After hours/);
  expect(texts[3]).toMatch(/^VisitorTest/);
});

test("a chat tells visitor, bot and staff apart, with the choices and the reason", async () => {
  const { user } = open();
  const first = await chat("Nadia Holt");
  await first.findByText("Can I bring my own grill?", {}, loadTimeout);
  screen.getByText("Started on https://www.harbor-row.example/amenities");
  await user.click(first.getAllByRole("button", { name: "Why" })[1] as HTMLElement);
  first.getByText("No matching answer; sent to your team.");
  await user.click((await list()).getAllByRole("link")[1] as HTMLElement);
  const second = await chat("Visitor");
  await second.findByText(/Did you mean one of these\?\s+• How do I get a second/, {}, loadTimeout);
  await user.click((await list()).getByRole("link", { name: /lee\.park/ }));
  const third = await chat("lee.park@mail.example");
  await third.findByText("Marcus Bell", {}, loadTimeout);
  third.getByText("Seen");
});

test("chats with an open question are marked, and link to its escalation", async () => {
  const { user, location } = open("", ({ db }) => escalateNadiasQuestion(db, "escalation-1"));
  const rows = await list();
  await rows.findByText("Open question", {}, loadTimeout);
  await user.click(rows.getByRole("checkbox", { name: "Open questions only" }));
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(1), loadTimeout);
  expect(location.path).toContain("show=open");
  const link = await (await chat("Nadia Holt")).findByRole("link", { name: "Open escalation" });
  await user.click(link);
  await waitFor(() => expect(location.path).toBe("/escalations?id=escalation-1"), loadTimeout);
  await screen.findByRole("article", { name: "Escalation from Nadia Holt" }, loadTimeout);
});

test("a chat opens in the inbox of users who have it", async () => {
  const { user, location } = open("", allow(DashboardOption.OMNICHANNEL));
  await user.click(await screen.findByRole("link", { name: "Open in inbox" }, loadTimeout));
  await waitFor(() => expect(location.path).toBe(`/omnichannel?chat=${nadiasChat}`), loadTimeout);
  await screen.findByRole("article", { name: "Web chat with Nadia Holt" }, loadTimeout);
});

test("users without the inbox have no link to it", async () => {
  open();
  await chat("Nadia Holt");
  expect(screen.queryByRole("link", { name: "Open in inbox" })).toBeNull();
});

test("chats are filtered by community and test traffic", async () => {
  const { user, location } = open();
  const rows = await list();
  await rows.findAllByRole("link", {}, loadTimeout);
  await user.selectOptions(rows.getByLabelText("Test traffic"), "Tests only");
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(1), loadTimeout);
  await user.selectOptions(rows.getByLabelText("Community"), "The Alder");
  await rows.findByText("No chat matches these filters.", {}, loadTimeout);
  expect(location.path).toContain("community=alder&tests=only");
  await user.click(rows.getByRole("button", { name: "Clear filters" }));
  await waitFor(() => expect(rows.getAllByRole("link")).toHaveLength(4), loadTimeout);
});

test("a new message appears by itself, in the list and in the chat", async () => {
  const { db } = open();
  const first = await chat("Nadia Holt");
  await first.findByText("Can I bring my own grill?", {}, loadTimeout);
  const body = "It is a small one.";
  db.webChatMessages.get(nadiasChat)?.push(
    create(WebChatMessageSchema, {
      id: "newest",
      author: WebChatAuthor.VISITOR,
      body,
      sentAt: timestampFromMs(db.now()),
    }),
  );
  Object.assign(db.webChats[0] ?? {}, { snippet: body, messageCount: 5 });
  db.publish(EventKind.WEB_CHAT, "harbor", nadiasChat);
  await first.findByText(body, {}, loadTimeout);
  await (await list()).findByText("5 messages", {}, loadTimeout);
});

test("older messages of a long chat are loaded on request", async () => {
  const { user } = open("", ({ db }) => {
    const messages = Array.from({ length: 60 }, (_, at) =>
      create(WebChatMessageSchema, {
        id: `long-${at}`,
        author: WebChatAuthor.VISITOR,
        body: `Message ${at + 1}`,
        sentAt: timestampFromMs(db.now() - (60 - at) * 60_000),
      }),
    );
    db.webChatMessages.set(nadiasChat, messages);
  });
  const first = await chat("Nadia Holt");
  await first.findByText("Message 60", {}, loadTimeout);
  expect(first.queryByText("Message 10")).toBeNull();
  await user.click(first.getByRole("button", { name: "Show older messages" }));
  await first.findByText("Message 1", {}, loadTimeout);
  expect(first.queryByRole("button", { name: "Show older messages" })).toBeNull();
});

test("a visitor who proved who they are is shown with their unit, and how they proved it", async () => {
  const { user } = open("", ({ db }) => {
    const visitor = {
      email: "ann@mail.example",
      name: "Ann Kowalski",
      unit: "4B",
      accountCount: 1,
      verifiedAt: timestampFromMs(db.now()),
    };
    for (const [at, verification, accountCount] of [
      [0, WebChatVerification.SIGNED, 1],
      [1, WebChatVerification.CODE, 2],
    ] as const) {
      const verifiedVisitor = create(VerifiedVisitorSchema, {
        ...visitor,
        verification,
        accountCount,
      });
      Object.assign(db.webChats[at] ?? {}, { verifiedVisitor });
    }
  });
  await chat("Ann Kowalski");
  const rows = await list();
  const links = rows.getAllByRole("link");
  expect(links[0]?.textContent).toMatch(/^4BAnn Kowalski.*Signed in on the website/);
  expect(links[1]?.textContent).toMatch(/^4BAnn Kowalski.*Verified by code/);
  expect(links[2]?.textContent).not.toMatch(/Verified|Signed/);
  const first = within(screen.getByRole("article", { name: "Web chat with Ann Kowalski" }));
  first.getByText("4B");
  first.getByText("Signed in on the website");
  const facts = first.getByText(/^Harbor Row · ann@mail\.example, verified .* · /);
  expect(facts.textContent).not.toContain("accounts");
  expect(facts.title).toBe("");
  await user.click(links[1] as HTMLElement);
  await screen.findByText(/ann@mail\.example, verified .* · 2 accounts · /, {}, loadTimeout);
});

test("direction marks of visitors are shown", async () => {
  open("", ({ db }) => {
    Object.assign(db.webChats[0] ?? {}, { name: "Nadia\u202e", page: "https://a.example/\u202e" });
  });
  await chat("Nadia[RLO]");
  screen.getByText("Started on https://a.example/[RLO]");
});

test("an empty list leads to the settings", async () => {
  const { user } = open("", ({ db }) => void db.webChats.splice(0));
  await screen.findByText("No chats yet", {}, loadTimeout);
  await user.click(screen.getByRole("button", { name: "Set up a web chat" }));
  await screen.findByRole("region", { name: "Communities" }, loadTimeout);
});

test("a list and a chat that can't be loaded are loaded again", async () => {
  const error = createError(Code.Internal, "INTERNAL", "broken");
  const { user, db } = open(`&id=${nadiasChat}`, ({ db }) => {
    db.failingMethods.set("ListWebChats", error);
    db.failingMethods.set("GetWebChat", error);
  });
  await screen.findByText("Couldn't load chats", {}, loadTimeout);
  await screen.findByText("Couldn't load this web chat", {}, loadTimeout);
  db.failingMethods.clear();
  for (const again of screen.getAllByRole("button", { name: "Try again" })) await user.click(again);
  await chat("Nadia Holt");
  await (await list()).findByRole("link", { name: /Nadia Holt/ }, loadTimeout);
});

test("no chat is asked for while the list has failed", async () => {
  open("", ({ db }) => {
    db.failingMethods.set("ListWebChats", createError(Code.Internal, "INTERNAL", "broken"));
  });
  await screen.findByText("Couldn't load chats", {}, loadTimeout);
  expect(screen.getByRole("article", { name: "Web chat" }).textContent).toBe("");
});

test("a chat that the user can't see looks like one that doesn't exist", async () => {
  open("&id=elsewhere");
  await screen.findByText(/It was removed, or you don't have access\./, {}, loadTimeout);
});
