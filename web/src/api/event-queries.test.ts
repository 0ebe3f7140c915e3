import { expect, test } from "vitest";
import { changedBy, loaded } from "../testing/loaded-queries";
import type { Change } from "./event-queries";

test("a changed answer affects its own versions and the lists of its community", () => {
  const change: Change = { kind: "ANSWER", communityId: "elm", subject: "pool" };
  expect(changedBy(change)).toEqual([
    "answers of Elm",
    "versions of Elm's pool",
    "removed answers of Elm",
    "contradictions of Elm",
    "unanswered questions of Elm",
    "unanswered questions of all",
  ]);
});

test("an import affects the versions of all answers of its community", () => {
  const change: Change = { kind: "ANSWER", communityId: "elm", subject: "elm" };
  expect(changedBy(change).filter((name) => name.startsWith("versions"))).toEqual([
    "versions of Elm's pool",
    "versions of Elm's gym",
  ]);
});

test("an answer for all communities affects what each compares it with, and no lists of their own", () => {
  expect(changedBy({ kind: "ANSWER", communityId: "", subject: "shared" })).toEqual([
    "contradictions of Elm",
    "contradictions of Oak",
    "unanswered questions of Elm",
    "unanswered questions of Oak",
    "unanswered questions of all",
  ]);
});

test("an email affects its thread and the lists of its community", () => {
  const change: Change = { kind: "EMAIL_THREAD", communityId: "elm", subject: "t1" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "emails of Elm's mailbox",
    "email thread 1",
  ]);
});

test("a draft affects its thread and what lists drafts, and not the inbox", () => {
  const change: Change = { kind: "EMAIL_DRAFT", communityId: "oak", subject: "t1" };
  expect(changedBy(change)).toEqual(["drafts of Oak's mailbox", "email thread 1"]);
});

test("a web chat affects itself and the lists of its community, and no settings", () => {
  const change: Change = { kind: "WEB_CHAT", communityId: "elm", subject: "w1" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "web chats of all",
    "web chat 1",
    "notes of web chat 1",
  ]);
});

test("a text affects the test phone of its community alone", () => {
  const change: Change = { kind: "CONVERSATION", communityId: "elm", subject: "c" };
  expect(changedBy(change)).toEqual([
    "inbox of all",
    "inbox of Elm",
    "person in Elm",
    "test phone in Elm",
  ]);
});

test("an escalation affects itself and the open questions of its community", () => {
  const change: Change = { kind: "ESCALATION", communityId: "oak", subject: "e" };
  expect(changedBy(change)).toEqual(["open questions of Oak", "escalation e"]);
});

test("a community affects its details, and every list that names communities", () => {
  expect(changedBy({ kind: "COMMUNITY", communityId: "elm", subject: "elm" })).toEqual([
    "details of Elm",
    "communities of the user",
    "communities of the company",
    "session",
  ]);
});

test("missed events affect every query that any event changes, and no other", () => {
  const unchanged = ["web chat settings of Elm", "preview of an answer to e", "test cases of Elm"];
  const names = Object.keys(loaded).filter((name) => !unchanged.includes(name));
  expect(changedBy({ kind: "RESYNC" })).toEqual(names);
});

test("the start of the stream affects the same queries, but not the session", () => {
  const missed = changedBy({ kind: "RESYNC" });
  expect(changedBy({ kind: "READY" })).toEqual(missed.filter((name) => name !== "session"));
});
