import { expect, test } from "vitest";
import { readyState } from "../testing/web-chat-samples";
import { pollPause } from "./polling";

const attention = { isVisible: true, idle: 0, sinceSent: 60_000 };
const state = readyState({ hasChat: true, isExpanded: true });

test("a shown chat asks every five seconds, and every second while the bot writes", () => {
  expect(pollPause(state, attention)).toBe(5_000);
  const writing = { ...state, isBotWriting: true };
  expect(pollPause(writing, { ...attention, sinceSent: 2_000 })).toBe(1_000);
  expect(pollPause(writing, { ...attention, sinceSent: 20_000 })).toBe(5_000);
});

test("the button alone asks only while staff have a question", () => {
  const minimized = { ...state, isExpanded: false };
  expect(pollPause(minimized, attention)).toBeUndefined();
  expect(pollPause({ ...minimized, hasOpenQuestion: true }, attention)).toBe(30_000);
  expect(pollPause({ ...minimized, isBotWriting: true }, attention)).toBe(5_000);
});

test("nothing is asked without a chat, in a hidden tab, and for an absent visitor", () => {
  expect(pollPause(readyState({ isExpanded: true }), attention)).toBeUndefined();
  expect(pollPause(state, { ...attention, isVisible: false })).toBeUndefined();
  expect(pollPause(state, { ...attention, idle: 31 * 60_000 })).toBeUndefined();
  const typing = { ...state, isStaffWriting: true };
  expect(pollPause(typing, { ...attention, idle: 31 * 60_000 })).toBe(5_000);
  expect(pollPause({ ...state, phase: "gone" }, attention)).toBeUndefined();
});

test("failures make the pauses longer, up to a minute", () => {
  const pauses = [1, 2, 3, 9].map((failedPolls) => pollPause({ ...state, failedPolls }, attention));
  expect(pauses).toEqual([5_000, 10_000, 20_000, 60_000]);
  expect(pollPause({ ...state, phase: "unloaded" }, attention)).toBe(15_000);
});
