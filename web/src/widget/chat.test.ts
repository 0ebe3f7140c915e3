import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ann, openChat, settle, verificationOf } from "../testing/visitor-chat";
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

test("a visitor who is signed in begins a chat as themselves", async () => {
  const { visitor, calls } = openChat(undefined, ann);
  calls.start.mockImplementationOnce(async ({ body }) =>
    chatOf([message("VISITOR", body)], verificationOf(ann.email)),
  );
  await visitor.load();
  visitor.send("What is my balance?");
  visitor.send("And my unit?");
  await settle();
  expect(calls.start.mock.lastCall?.[0].signedVisitor).toEqual(ann);
  expect(calls.send).toHaveBeenCalledTimes(1);
  expect(calls.verify).not.toHaveBeenCalled();
  visitor.stop();
});

test("a visitor who is signed in is verified before their message is sent, and again before it ends", async () => {
  const { visitor, calls, storage } = openChat(chatOf([message("BOT", "Hi")]), ann);
  storage.writeToken("a".repeat(64));
  await visitor.load();
  expect(calls.verify).not.toHaveBeenCalled();
  visitor.send("What is my balance?");
  await settle();
  expect(calls.verify).toHaveBeenCalledWith("a".repeat(64), ann);
  expect(calls.verify.mock.invocationCallOrder[0]).toBeLessThan(
    calls.send.mock.invocationCallOrder[0] ?? 0,
  );
  visitor.send("And my unit?");
  await settle();
  expect(calls.verify).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 1_750_000);
  visitor.send("And now?");
  await settle();
  expect(calls.verify).toHaveBeenCalledTimes(2);
  visitor.stop();
});

test("a refused signature is reported once on the console, and the chat goes on", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const { visitor, calls, bodies } = openChat(undefined, ann);
  const explanation = "The signature is wrong.";
  calls.verify.mockRejectedValue(new CallError("invalid", "", explanation));
  await visitor.load();
  visitor.send("Hello");
  visitor.send("Anybody there?");
  await settle();
  expect(bodies()).toEqual(["Hello", "Anybody there?"]);
  expect(calls.verify).toHaveBeenCalledTimes(1);
  expect(warn.mock.calls).toEqual([[expect.stringContaining(explanation)]]);
  warn.mockRestore();
  visitor.stop();
});

test("a signature that could not be checked is tried again with the next message", async () => {
  const { visitor, calls, bodies, storage } = openChat(chatOf([message("BOT", "Hi")]), ann);
  storage.writeToken("a".repeat(64));
  await visitor.load();
  calls.verify.mockRejectedValueOnce(new CallError("limited"));
  visitor.send("Hello");
  visitor.send("Anybody there?");
  await settle();
  expect(bodies()).toContain("Hello");
  expect(calls.verify).toHaveBeenCalledTimes(2);
  visitor.stop();
});

test("the chat of another resident who used this browser is left", async () => {
  const theirs = chatOf([message("BOT", "You owe $40.00.")], verificationOf("kim@mail.example"));
  const { visitor, storage, bodies } = openChat(theirs, ann);
  storage.writeToken("a".repeat(64));
  await visitor.load();
  expect(bodies()).toEqual([]);
  expect(storage.readToken()).toBe("");
  visitor.stop();

  const own = chatOf([message("BOT", "You owe $40.00.")], verificationOf("ann@mail.example"));
  const again = openChat(own, ann);
  again.storage.writeToken("b".repeat(64));
  await again.visitor.load();
  expect(again.bodies()).toEqual(["You owe $40.00."]);
  again.visitor.stop();
});

test("the chat of a resident who signed out on the website is left, with what they had not sent", async () => {
  const before = openChat(undefined, ann);
  before.calls.start.mockImplementationOnce(async ({ body }) => {
    before.server.chat = chatOf([message("VISITOR", body)], verificationOf(ann.email));
    return before.server.chat;
  });
  await before.visitor.load();
  before.visitor.send("What is my balance?");
  await settle();
  before.calls.send.mockRejectedValueOnce(new CallError("unreachable"));
  before.visitor.send("And my unit?");
  before.visitor.keepDraft("And the");
  await settle();
  before.visitor.stop();
  const token = before.storage.readToken();

  const stillIn = openChat(before.server.chat, ann);
  await stillIn.visitor.load();
  expect(stillIn.bodies()).toEqual(["What is my balance?"]);
  expect(stillIn.visitor.state.outgoing).toHaveLength(1);
  expect(stillIn.onLeave).not.toHaveBeenCalled();
  stillIn.visitor.stop();

  const out = openChat(before.server.chat);
  await out.visitor.load();
  expect(out.bodies()).toEqual([]);
  expect([out.visitor.state.outgoing, out.visitor.draft]).toEqual([[], ""]);
  expect(out.onLeave).toHaveBeenCalledTimes(1);
  expect(out.storage.readToken()).toBe("");
  out.server.chat = undefined;
  out.visitor.send("Hello");
  await settle();
  expect(out.bodies()).toEqual(["Hello"]);
  expect(out.calls.start.mock.lastCall?.[0].token).not.toBe(token);
  out.visitor.stop();

  const later = openChat(out.server.chat);
  await later.visitor.load();
  expect(later.bodies(), "nobody is signed in: the chat stays").toEqual(["Hello"]);
  later.visitor.stop();
});

test("a chat that a signature verified later is left as well, even if that proof ended", async () => {
  const { visitor, storage, server } = openChat(chatOf([message("BOT", "Hi")]), ann);
  storage.writeToken("a".repeat(64));
  await visitor.load();
  visitor.send("What is my balance?");
  await settle();
  visitor.stop();
  const signer = storage.readSigner();
  expect(signer).toMatchObject({ email: "ann@mail.example", isReplaced: false });
  for (const next of [undefined, { ...ann, email: "kim@mail.example" }]) {
    const other = openChat(server.chat, next);
    storage.writeToken("a".repeat(64));
    if (signer) storage.writeSigner(signer);
    await other.visitor.load();
    expect(other.bodies()).toEqual([]);
    other.visitor.stop();
  }
});

test("a visitor who gives another email address is not verified again, on later pages as well", async () => {
  const { visitor, calls, storage } = openChat(chatOf([message("BOT", "Hi")]), ann);
  storage.writeToken("a".repeat(64));
  await visitor.load();
  await visitor.saveContact({ name: "Ann", email: "" });
  expect(storage.readSigner()).toBeUndefined();
  await visitor.saveContact({ name: "", email: "office@a.example" });
  visitor.send("Hello");
  await settle();
  expect(calls.send).toHaveBeenCalledTimes(1);
  expect(calls.verify).not.toHaveBeenCalled();
  visitor.stop();

  // Each page is signed anew.
  const verified = chatOf([message("BOT", "Hi")], verificationOf("office@a.example"));
  const next = openChat(verified, { ...ann, signature: "b".repeat(64) });
  await next.visitor.load();
  expect(next.bodies()).toEqual(["Hi"]);
  next.visitor.send("Anybody there?");
  await settle();
  expect(next.calls.send).toHaveBeenCalledTimes(1);
  expect(next.calls.verify).not.toHaveBeenCalled();
  await next.visitor.saveContact({ name: "", email: "ann@mail.example" });
  next.visitor.send("It's me.");
  await settle();
  expect(next.calls.verify, "back to the signed address").toHaveBeenCalledTimes(1);
  next.visitor.stop();
});
