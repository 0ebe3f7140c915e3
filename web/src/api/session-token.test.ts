import { expect, test } from "vitest";
import { draftKey, readDraft, writeDraft } from "../lib/drafts";
import { endSession, sessionEnd, startSession } from "./session-token";

const key = draftKey("note", "dana", "harbor");

test("logging out deletes drafts, and a session that expires keeps them", () => {
  startSession("token");
  writeDraft(key, "Hello");
  endSession("lost");
  expect(readDraft(key)).toBe("Hello");
  startSession("token");
  endSession("left");
  expect(readDraft(key)).toBeUndefined();
});

test("a logout in another tab deletes drafts even if the server refused the token first", () => {
  startSession("token");
  writeDraft(key, "Hello");
  sessionStorage.setItem("parlor.return", "/turbo");
  endSession("lost");
  window.dispatchEvent(
    new StorageEvent("storage", { key: "parlor.session-end", newValue: "left" }),
  );
  expect(sessionEnd()).toBe("left");
  expect(sessionStorage.length).toBe(0);
  expect(readDraft(key)).toBeUndefined();
});
