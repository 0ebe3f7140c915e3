import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TypingUserSchema } from "../../gen/parlor/v1/event_service_pb";
import { forgetTyping, noteTyping, subscribeTyping, typingNames } from "./typing-users";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetTyping();
  vi.useRealTimers();
});

const report = (name: string, hasStopped = false) =>
  noteTyping("a", create(TypingUserSchema, { id: name, name, hasStopped }));

test("a colleague who types is named until ten seconds after the last report", () => {
  report("Dana");
  vi.advanceTimersByTime(6000);
  expect([typingNames("a"), typingNames("b")]).toEqual([["Dana"], []]);
  report("Dana");
  report("Marcus");
  vi.advanceTimersByTime(9000);
  expect(typingNames("a")).toEqual(["Dana", "Marcus"]);
  vi.advanceTimersByTime(1500);
  expect(typingNames("a")).toEqual([]);
});

test("a colleague who stopped is removed immediately, and all are removed with the session", () => {
  report("Dana");
  report("Marcus");
  report("Dana", true);
  expect(typingNames("a")).toEqual(["Marcus"]);
  forgetTyping();
  expect(typingNames("a")).toEqual([]);
});

test("listeners are called when the names change, until they unsubscribe", () => {
  let calls = 0;
  const stop = subscribeTyping(() => {
    calls += 1;
  });
  report("Dana");
  expect(calls).toBe(1);
  stop();
  report("Marcus");
  expect(calls).toBe(1);
});
