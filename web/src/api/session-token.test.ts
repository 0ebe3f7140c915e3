import { expect, test } from "vitest";
import { draftKey, readDraft, writeDraft } from "../lib/drafts";
import { endSession, startSession } from "./session-token";

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
