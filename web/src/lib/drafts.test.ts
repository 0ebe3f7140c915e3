import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import {
  deleteOldDrafts,
  draftKey,
  readDraft,
  useStoredDraft,
  withoutSent,
  writeDraft,
} from "./drafts";

const key = draftKey("note", "dana", "harbor");
const day = 86_400_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a draft is read until it is deleted", () => {
  expect(readDraft(key)).toBeUndefined();
  writeDraft(key, { text: "Hello" });
  expect(readDraft(key)).toEqual({ text: "Hello" });
  expect(readDraft(draftKey("note", "marcus", "harbor"))).toBeUndefined();
  writeDraft(key, undefined);
  expect(readDraft(key)).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test("a draft expires after 14 days", () => {
  vi.useFakeTimers({ now: 100 * day });
  writeDraft(key, "Hello");
  vi.setSystemTime(114 * day);
  deleteOldDrafts();
  expect(readDraft(key)).toBe("Hello");
  vi.setSystemTime(114 * day + 1);
  expect(readDraft(key)).toBeUndefined();
  deleteOldDrafts();
  expect(localStorage).toHaveLength(0);
});

test("the oldest of more than 200 drafts are deleted, and other entries are kept", () => {
  vi.useFakeTimers({ now: day });
  localStorage.setItem("parlor.look", "{}");
  for (let at = 0; at <= 200; at += 1) {
    vi.setSystemTime(day + at);
    writeDraft(draftKey("note", "dana", `${at}`), at);
  }
  expect(readDraft(draftKey("note", "dana", "0"))).toBeUndefined();
  expect(readDraft(draftKey("note", "dana", "1"))).toBe(1);
  expect(readDraft(draftKey("note", "dana", "200"))).toBe(200);
  expect(localStorage.getItem("parlor.look")).toBe("{}");
});

test("all users of a draft show its changes, including those of other tabs", () => {
  const { result } = renderHook(() => useStoredDraft<string>(key)[0]);
  act(() => writeDraft(key, "Hello"));
  expect(result.current).toBe("Hello");
  act(() => {
    localStorage.setItem(key, JSON.stringify({ value: "Bye", at: Date.now() }));
    window.dispatchEvent(new StorageEvent("storage", { key }));
  });
  expect(result.current).toBe("Bye");
});

test("a draft that the browser can't store stays in the tab", () => {
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { getItem: () => null, setItem, removeItem: () => undefined });
  writeDraft(key, "Hello");
  expect(readDraft(key)).toBe("Hello");
  writeDraft(key, undefined);
  expect(readDraft(key)).toBeUndefined();
});

test("an unreadable draft is ignored", () => {
  localStorage.setItem(key, "{");
  expect(readDraft(key)).toBeUndefined();
  deleteOldDrafts();
  expect(localStorage).toHaveLength(0);
});

test("what was typed after a text was sent stays, and so does a text that was edited", () => {
  expect(withoutSent(" This gate?\n", "This gate?")).toBe("");
  expect(withoutSent("This gate?\nOr the other?", "This gate?")).toBe("Or the other?");
  expect(withoutSent("That gate?", "This gate?")).toBe("That gate?");
  expect(withoutSent("", "This gate?")).toBe("");
  expect(withoutSent("Typed since", "")).toBe("Typed since");
});
