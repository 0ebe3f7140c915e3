// A visitor who is signed in on the website.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ann, openChat, settle, verificationOf } from "../testing/visitor-chat";
import { chatOf, message } from "../testing/web-chat-samples";
import { CallError } from "./calls";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

  // Each page has a new signature.
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
