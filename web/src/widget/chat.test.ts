import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openChat, settle } from "../testing/visitor-chat";
import { chatOf, message } from "../testing/web-chat-samples";
import { CallError } from "./calls";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("the first message begins a chat, and the next ones go into it", async () => {
  const { visitor, calls, storage, bodies } = openChat();
  await visitor.load();
  visitor.expand();
  expect(storage.readToken()).toBe("");
  visitor.send("Hello");
  visitor.send("Anybody there?");
  await settle();
  const [start, key] = calls.start.mock.calls[0] ?? [undefined, undefined];
  expect(start).toMatchObject({ body: "Hello", page: "https://a.example/pool", isTest: false });
  expect(start?.token).toMatch(/^[0-9a-f]{64}$/);
  expect(storage.readToken()).toBe(start?.token);
  expect(calls.send).toHaveBeenCalledWith(
    start?.token,
    { body: "Anybody there?" },
    expect.any(String),
  );
  expect(calls.send.mock.calls[0]?.[2]).not.toBe(key);
  expect(bodies()).toEqual(["Hello", "Anybody there?"]);
  visitor.stop();
});

test("a retried first message has the same token and key", async () => {
  const { visitor, calls, bodies } = openChat();
  await visitor.load();
  calls.start.mockRejectedValueOnce(new CallError("unreachable"));
  visitor.send("Hello");
  await settle();
  expect(visitor.state.outgoing[0]?.failure).toBe("unreachable");
  visitor.retry();
  await settle();
  const [first, second] = calls.start.mock.calls;
  expect(second).toEqual(first);
  expect(bodies()).toEqual(["Hello"]);
  visitor.stop();
});

test("what was not sent survives a reload, and is not sent twice", async () => {
  const before = openChat();
  await before.visitor.load();
  before.calls.start.mockRejectedValue(new CallError("unreachable"));
  before.visitor.keepDraft("And another");
  before.visitor.send("Hello");
  await settle();
  before.visitor.stop();

  // The server has the message: only its response was lost.
  const after = openChat(chatOf([message("VISITOR", "Hello")]));
  expect(after.visitor.draft).toBe("And another");
  expect(after.visitor.state.outgoing).toHaveLength(1);
  await after.visitor.load();
  after.visitor.retry();
  await settle();
  expect(after.bodies()).toEqual(["Hello"]);
  expect(after.calls.start).not.toHaveBeenCalled();
  expect(after.calls.send).not.toHaveBeenCalled();
  after.visitor.stop();
});

test("an answer appears by itself, and is marked as seen only where it is shown", async () => {
  const { visitor, calls, server, storage, bodies } = openChat();
  await visitor.load();
  visitor.expand();
  visitor.send("Hello");
  await settle();
  server.chat = chatOf(
    [message("VISITOR", "Hello"), message("BOT", "Someone will reply here.", 1)],
    {
      hasOpenQuestion: true,
    },
  );
  await vi.advanceTimersByTimeAsync(1_000);
  expect(bodies()).toEqual(["Hello", "Someone will reply here."]);

  visitor.minimize();
  const seen = calls.listMessages.mock.calls.length;
  server.chat = chatOf([message("STAFF", "Yes.", 5)], { hasOpenQuestion: false });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(visitor.state.unreadCount).toBe(1);
  expect(calls.listMessages).toHaveBeenCalledTimes(seen);
  visitor.expand();
  await settle();
  expect(calls.listMessages).toHaveBeenLastCalledWith(storage.readToken(), "Yes.");
  expect(visitor.state.unreadCount).toBe(0);
  visitor.stop();
});

test("a chat that has expired begins again with the message", async () => {
  const { visitor, calls, storage, server, bodies } = openChat(chatOf([message("BOT", "Hi")]));
  storage.writeToken("a".repeat(64));
  await visitor.load();
  expect(bodies()).toEqual(["Hi"]);
  server.chat = undefined;
  calls.send.mockRejectedValueOnce(new CallError("gone"));
  visitor.send("Hello");
  await settle();
  expect(bodies()).toEqual(["Hello"]);
  expect(storage.readToken()).not.toBe("a".repeat(64));
  visitor.stop();
});

test("a message without the email address that it needs returns to its field", async () => {
  const { visitor, calls, returned } = openChat();
  await visitor.load();
  calls.start.mockRejectedValueOnce(new CallError("invalid", "email"));
  visitor.send("Hello");
  await settle();
  expect(returned).toEqual(["Hello"]);
  expect(visitor.state.settings?.isOpen).toBe(false);
  visitor.send("Hello", [], { name: "", email: "kim@a.example" });
  await settle();
  expect(calls.start.mock.lastCall?.[0].contact.email).toBe("kim@a.example");
  visitor.stop();
});

test("a choice that is no longer offered is sent as words", async () => {
  const { visitor, calls, storage } = openChat(chatOf([message("BOT", "Which?")]));
  storage.writeToken("a".repeat(64));
  await visitor.load();
  calls.send.mockRejectedValueOnce(new CallError("invalid", "choice"));
  visitor.choose(1, "Where is the gym?");
  await settle();
  expect(calls.send.mock.calls.map(([, content]) => content)).toEqual([
    { choice: 1 },
    { body: "Where is the gym?" },
  ]);
  visitor.stop();
});

test("a chat that another tab began is continued", async () => {
  const { visitor, calls, storage, server } = openChat();
  await visitor.load();
  storage.writeToken("b".repeat(64));
  server.chat = chatOf([message("VISITOR", "From the other tab")]);
  visitor.send("Hello");
  await settle();
  expect(calls.start).not.toHaveBeenCalled();
  expect(calls.send).toHaveBeenCalledWith("b".repeat(64), { body: "Hello" }, expect.any(String));
  visitor.stop();
});

test("a failed load is repeated, and a disabled chat is not", async () => {
  const { visitor, calls } = openChat();
  calls.open.mockRejectedValueOnce(new CallError("unreachable"));
  await visitor.load();
  expect(visitor.state.phase).toBe("unloaded");
  await vi.advanceTimersByTimeAsync(15_000);
  expect(visitor.state.phase).toBe("ready");

  const other = openChat();
  other.calls.open.mockRejectedValue(new CallError("gone"));
  await other.visitor.load();
  expect(other.visitor.state.phase).toBe("gone");
  await vi.advanceTimersByTimeAsync(600_000);
  expect(other.calls.open).toHaveBeenCalledTimes(2);
  visitor.stop();
});
